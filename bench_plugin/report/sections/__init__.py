"""The static sections of the page, one a file: figures in, plots and tables out."""
