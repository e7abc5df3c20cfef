"""The report people look at: one page from a run folder, with plots, pictures, boxes and conversations.

`build.write_report` writes it, `follower.follow` draws its pictures while a run goes on. docs/report.md
"""

PAGE_NAME = "report.html"
DEFAULT_MAX_MB = 20.0
DEFAULT_ASSETS_MAX_MB = 300.0
