"""The parts of the HTML report: markup, data, sections, and beside them the page's own files.

``page.html`` is the template, ``page.css`` the stylesheet; ``theme.js`` runs before the first
paint, the other scripts run together at the end of the page, in the order that ``page_files`` has.
"""
