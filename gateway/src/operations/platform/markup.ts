/** Text as it stands in HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** With what stands between backquotes as code. */
export const marked = (text: string): string => escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');

/** A page that loads nothing. */
export const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2rem 0 0; font-size: 1.1rem; }
code, pre { font-size: 0.95em; }
pre { background: #f4f4f2; padding: 0.75rem 1rem; overflow-x: auto; }
h2::first-letter { text-transform: uppercase; }
dt { margin-top: 0.75rem; }
dd { margin: 0; }
</style>
</head>
<body>
${content}
</body>
</html>
`;
