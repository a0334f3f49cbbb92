"""Draws ratios as dots on a logarithmic axis, as SVG. Needs Python only."""

import math
from xml.sax.saxutils import escape

# In pixels.
ROW, LABELS, WIDTH, TOP, BOTTOM, TICK_WIDTH = 18, 190, 520, 56, 30, 32
COLOURS = ["#1f6feb", "#d9730d", "#2e8b57", "#8b5cf6"]
TICKS = [0.125, 0.25, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 4, 8]


def plot_ratios(title, ratios):
    """The text of an SVG of `ratios`, which has a number for each label and series."""
    series = list(dict.fromkeys(name for row in ratios.values() for name in row))
    values = [value for row in ratios.values() for value in row.values()]
    low = max((t for t in TICKS if t <= min(0.9, *values)), default=min(values))
    high = min((t for t in TICKS if t >= max(1.1, *values)), default=max(values))

    def x(value):
        part = math.log(value / low) / math.log(high / low)
        return LABELS + 10 + part * (WIDTH - 20)

    bottom = TOP + ROW * len(ratios)
    height = bottom + BOTTOM
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LABELS + WIDTH}" height="{height}" '
             f'font-family="sans-serif" font-size="12">',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="8" y="18" font-size="14">{escape(title)}</text>']
    for number, name in enumerate(series):
        left = LABELS + 10 + 170 * number
        lines += [f'<circle cx="{left}" cy="36" r="4" fill="{COLOURS[number % len(COLOURS)]}"/>',
                  f'<text x="{left + 9}" y="40">{escape(name)}</text>']
    named = []
    # From 1 to both sides: a tick has a number if it has the place.
    for tick in sorted((t for t in TICKS if low <= t <= high), key=lambda t: abs(math.log(t))):
        colour = "#555" if tick == 1 else "#ddd"
        lines.append(f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP - 6}" y2="{bottom}" '
                     f'stroke="{colour}"/>')
        if all(abs(x(tick) - x(other)) > TICK_WIDTH for other in named):
            named.append(tick)
            lines.append(f'<text x="{x(tick):.1f}" y="{bottom + 16}" text-anchor="middle">'
                         f'{tick:g}</text>')
    for number, (label, row) in enumerate(ratios.items()):
        y = TOP + ROW * number + ROW / 2
        lines.append(f'<text x="{LABELS}" y="{y + 4:.0f}" text-anchor="end">{escape(label)}</text>')
        lines += [f'<circle cx="{x(value):.1f}" cy="{y:.0f}" r="4" fill-opacity="0.8" '
                  f'fill="{COLOURS[series.index(name) % len(COLOURS)]}"/>'
                  for name, value in row.items()]
    return "\n".join([*lines, "</svg>"]) + "\n"


def format_table(ratios):
    """The lines of a Markdown table of the same, with geometric means."""
    series = list(dict.fromkeys(name for row in ratios.values() for name in row))
    lines = [f"| | {' | '.join(series)} |", "|---|" + "---|" * len(series)]
    for label, row in ratios.items():
        cells = [f"{row[name]:.3f}" if name in row else "-" for name in series]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    means = []
    for name in series:
        values = [row[name] for row in ratios.values() if name in row]
        means.append(f"{math.exp(sum(map(math.log, values)) / len(values)):.3f}")
    return [*lines, f"| geometric mean | {' | '.join(means)} |"]
