/** Headers that every answer carries. `Content-Security-Policy` and `Cache-Control` stand apart: pages and files have their own. */
export const securityHeaders = (baseUrl: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
});

/** Of answers that are data. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** Of files that people stored: even a page among them can do nothing (S30). */
export const FILE_POLICY = "sandbox; default-src 'none'";
