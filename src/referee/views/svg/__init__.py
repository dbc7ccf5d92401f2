"""Pictures as HTML and SVG: `draw` draws any picture into the box that there is, `plane` has shapes on axes."""

from referee.views.svg.drawing import draw
from referee.views.svg.forest import forest

__all__ = ["draw", "forest"]
