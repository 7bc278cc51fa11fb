import { validateHeaderValue } from 'node:http';
import { notHeldHeader } from './not-held.js';

describe('X-Not-Held', () => {
  it('is not there when nothing is lost, and lists what is', () => {
    expect(notHeldHeader([])).toEqual({});
    expect(notHeldHeader(['labels (2)', 'types (1)'])).toEqual({ 'X-Not-Held': 'labels (2), types (1)' });
  });

  it('can be sent whatever a file calls things', () => {
    const names = ['名', 'a\r\nSet-Cookie: b', '\u0000', '\ud800', '100%', '\u{1f986}'];
    const value = notHeldHeader(names)['X-Not-Held'] ?? '';
    expect(() => validateHeaderValue('X-Not-Held', value)).not.toThrow();
    expect(value).toBe('%E5%90%8D, a%0D%0ASet-Cookie: b, %00, %EF%BF%BD, 100%25, %F0%9F%A6%86');
  });

  it('is never longer than a client takes', () => {
    const value = notHeldHeader(Array.from({ length: 100 }, () => 'x'.repeat(1_000)))['X-Not-Held'] ?? '';
    expect(value.length).toBeLessThan(4_100);
    expect(value.endsWith('x, and more')).toBe(true);
  });
});
