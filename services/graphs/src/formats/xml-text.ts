/** Whether XML 1.0 can write it: no control characters, no halves of surrogate pairs, not the two non-characters. */
export const isXmlText = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 0x20 && !BLANKS.includes(code)) || code > LAST) return false;
  }
  return text.isWellFormed();
};

const BLANKS: readonly number[] = [0x09, 0x0a, 0x0d];
const LAST = 0xfffd;

const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<>"\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escape = (character: string): string => ESCAPES[character] ?? character;

export const escapedText = (text: string): string => text.replace(IN_TEXT, escape);

export const escapedAttribute = (text: string): string => text.replace(IN_ATTRIBUTE, escape);
