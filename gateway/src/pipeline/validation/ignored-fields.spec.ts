import { Type } from '@sinclair/typebox';
import { Problem } from '../../problems/problem.js';
import { ignoredFields, tellIgnored } from './ignored-fields.js';
import { pruningOf } from './prune.js';

const Box = Type.Object({ x: Type.Number() });
const Input = Type.Object({
  text: Type.String(),
  boxes: Type.Array(Box),
  box: Type.Union([Box, Type.Null()]),
  free: Type.Record(Type.String(), Type.Unknown()),
  id: Type.String({ format: 'uuid' }),
});
const ignored = (sent: unknown) => ignoredFields(sent, pruningOf(Input)(sent));

const exchangeOf = (prefer?: string) => ({ headers: {} as Record<string, string>, header: () => prefer });
const told = (pointers: readonly string[], prefer?: string) => {
  const exchange = exchangeOf(prefer);
  tellIgnored(exchange, pointers);
  return exchange.headers;
};

describe('fields that an operation does not take', () => {
  it('are found at every depth, and nothing else is', () => {
    const sent = { txet: 'a', boxes: [{ x: 1 }, { x: 2, 'y/z': 3 }], box: { x: 1, w: { h: 1 } } };
    expect(ignored(sent)).toEqual(['/txet', '/boxes/1/y~1z', '/box/w']);
    expect(
      ignored({ text: 'a', id: 'ABCDEFAB-0000-7000-8000-00000000ADA0', free: { any: { thing: 1 } } }),
    ).toEqual([]);
    for (const other of [null, 'text', [{ x: 1 }], 5]) expect(ignored(other)).toEqual([]);
  });

  it('are no more than a hundred', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]));
    expect(ignored(many)).toHaveLength(100);
  });

  it('stand in a header, twenty of them, which their names cannot break', () => {
    expect(told([])).toEqual({});
    expect(told(['/txet', '/boxes/1/y~1z'])).toEqual({ 'X-Ignored-Fields': 'txet, boxes/1/y~1z' });
    expect(told(['/a\r\nX-Evil: 1', '/ä, b'])['X-Ignored-Fields']).toBe(
      'a%0D%0AX-Evil%3A%201, %C3%A4%2C%20b',
    );
    const many = Array.from({ length: 21 }, (_, index) => `/f${index}`);
    expect(told(many)['X-Ignored-Fields']).toMatch(/^f0, .*, f19, \.\.\.$/);
    expect(told(many.slice(1))['X-Ignored-Fields']).toMatch(/, f20$/);
    const long = told(Array.from({ length: 20 }, () => `/${'😀'.repeat(300)}`))['X-Ignored-Fields']!;
    expect(long.length).toBeLessThanOrEqual(2_000);
    expect(long).toMatch(/^(?:(?:%F0%9F%98%80){50}, ){3}\.\.\.$/);
    expect(told([`/a${'😀'.repeat(50)}`])['X-Ignored-Fields']).toMatch(/^a(?:%F0%9F%98%80){49}%EF%BF%BD$/);
  });

  it('are refused under `Prefer: handling=strict`, each by a pointer, and that is told', () => {
    expect(told([], 'respond-async, handling=strict')).toEqual({ 'Preference-Applied': 'handling=strict' });
    expect(told(['/a'], 'handling=lenient')).toEqual({ 'X-Ignored-Fields': 'a' });
    const exchange = exchangeOf('handling=strict');
    let thrown: unknown;
    try {
      tellIgnored(exchange, ['/a', '/b/c']);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Problem);
    expect(thrown).toMatchObject({
      code: 'invalid_body',
      more: {
        errors: [
          { pointer: '/a', code: 'unknown_field' },
          { pointer: '/b/c', code: 'unknown_field' },
        ],
      },
    });
    expect(exchange.headers).toEqual({ 'Preference-Applied': 'handling=strict' });
  });
});
