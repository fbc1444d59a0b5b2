"""The site: executed notebooks and the API reference, built by `python tools/build_docs.py`."""

from __future__ import annotations

import perfkit

project = "perfkit"
author = "The perfkit developers"
project_copyright = "The perfkit developers"
release = version = perfkit.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
]

# Notebooks come with their outputs: what readers see is what nbval compares. Nothing runs here.
nb_execution_mode = "off"
nb_merge_streams = True
# A figure's cell says what it shows (metadata: mystnb, image, alt); this is for one that does not.
nb_render_image_options = {"alt": "figure; the text before it says what it shows"}
myst_enable_extensions = ["dollarmath", "amsmath", "deflist", "colon_fence"]
myst_heading_anchors = 4

# The pages of the reference are laid out by tools/docs_api.py; the text is in the docstrings.
autosummary_generate = False
default_role = "obj"
autodoc_typehints = "none"  # the docstring's own types say more than the annotations
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

exclude_patterns = ["README.md", "_tables"]

html_theme = "pydata_sphinx_theme"
html_title = f"perfkit {release}"
html_static_path = ["_static"]
html_css_files = ["perfkit.css"]
html_show_sourcelink = False
html_sidebars = {page: [] for page in ("methods", "data", "TEACHING", "CHANGELOG")}
html_theme_options = {
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
}
