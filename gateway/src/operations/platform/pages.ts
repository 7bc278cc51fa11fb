import { errorCodes, errors } from '@cairn/contracts';
import { escaped, marked, pageOf } from './markup.js';

/** The page of the contract. It loads nothing from elsewhere. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn</title>
<base href="docs/">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="icon" type="image/png" href="favicon-32x32.png">
</head>
<body>
<div id="page"></div>
<p><a href="first-steps">The first five minutes</a> · <a href="first-steps#working-with-others">Working with others</a> · <a href="errors">Catalogue of errors</a></p>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

/** Starts the page; a file of its own because the page's policy allows no script within it. */
export const startScript = `window.addEventListener('load', () => {
  SwaggerUIBundle({ url: '../openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null, persistAuthorization: true });
});
`;

/** The catalogue of errors; the problem `type` of every refusal points to a section. */
export const errorsPage = (): string =>
  pageOf(
    'Cairn: errors',
    `<h1>Errors</h1>
<p>Every refusal is <code>application/problem+json</code> (RFC 9457) and carries one of these as <code>code</code>.</p>
${errorCodes.map(sectionOf).join('\n')}`,
  );

const sectionOf = (code: (typeof errorCodes)[number]): string => {
  const { status, title, text, when } = errors[code];
  return `<section id="${code}">
<h2><code>${code}</code> (${status}): ${escaped(title)}</h2>
<p>${marked(text)}</p>
<p>${marked(when)}</p>
</section>`;
};
