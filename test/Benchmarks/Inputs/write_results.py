"""Has bench.py write a table and a plot of the ratios in a file, and reads the plot.

usage: write_results.py BENCHMARKS RESULTS.json
"""

import sys
import xml.etree.ElementTree

sys.path.insert(0, sys.argv[1])
import bench

bench.write_results(sys.argv[2])
plot = xml.etree.ElementTree.parse(sys.argv[2].replace(".json", ".svg")).getroot()
width = float(plot.get("width"))
dots = [dot for dot in plot.findall(".//{*}circle") if dot.get("fill-opacity")]
assert all(0 < float(dot.get("cx")) < width for dot in dots)
print(f"{len(dots)} dots")
for text in plot.findall(".//{*}text"):
    print(text.text)
