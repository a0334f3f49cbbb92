"""Makes a toolkit of which nvJitLink is all there is."""

import glob
import os
import sys

root, folder = sys.argv[1:]
os.makedirs(os.path.join(folder, "lib"))
for library in glob.glob(os.path.join(root, "lib*", "libnvJitLink.so*")):
    link = os.path.join(folder, "lib", os.path.basename(library))
    if not os.path.lexists(link):
        os.symlink(os.path.realpath(library), link)
