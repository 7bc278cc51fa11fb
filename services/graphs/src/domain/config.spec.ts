import { graphConfigText } from './config.js';

describe('the settings of a graph', () => {
  it.each([
    '',
    '{}',
    '[]',
    'null',
    '{"depth":2}',
    '{"enforcement":"strict"}',
    '{"enforcement":"warn", "a":1}',
  ])('are kept byte for byte: %s', (text) => {
    expect(graphConfigText(text, '/config')).toBe(text);
  });

  it('are stringified when they are sent as an object', () => {
    expect(graphConfigText({ enforcement: 'off' }, '/config')).toBe('{"enforcement":"off"}');
  });

  it.each(['', 'Strict', null, true, 1, ['strict'], {}])('have no enforcement %j', (enforcement) => {
    expect(graphConfigText({ enforcement }, '/config')).toMatchObject({
      refused: 'invalid_body',
      detail: 'enforcement in config must be one of strict, warn, off.',
      errors: [{ pointer: '/config/enforcement', code: 'enum', message: 'must be one of strict, warn, off' }],
    });
  });

  it('are JSON, and hold no credential', () => {
    expect(graphConfigText('{', '/config')).toMatchObject({ refused: 'invalid_body' });
    expect(graphConfigText({ password: 'correct horse battery' }, '/config')).toMatchObject({
      refused: 'use_secret',
    });
  });
});
