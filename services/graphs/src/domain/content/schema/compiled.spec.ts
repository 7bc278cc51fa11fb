import { CompiledSchemas, compiledSchema } from './compiled.js';

const text = (type: string): string => JSON.stringify({ nodes: [{ type }] });

describe('a schema that was stored', () => {
  it('is held against elements', () => {
    const node = { labels: ['Bat'], properties: {} };
    expect(compiledSchema(text('Bat')).nodeFlaws(node)).toEqual([]);
    expect(compiledSchema(text('Bird')).nodeFlaws(node)).toMatchObject([{ code: 'type_undeclared' }]);
    expect(compiledSchema('').nodeFlaws(node)).toEqual([]);
  });

  it('is made ready once', () => {
    expect(compiledSchema(text('Bird'))).toBe(compiledSchema(text('Bird')));
  });

  it('is kept as long as there is room, those longest that were asked for last', () => {
    const schemas = new CompiledSchemas(2);
    const [bat, bird] = [schemas.of(text('Bat')), schemas.of(text('Bird'))];
    expect(schemas.of(text('Bat'))).toBe(bat);
    schemas.of(text('Fish'));
    expect(schemas.of(text('Bat'))).toBe(bat);
    expect(schemas.of(text('Bird'))).not.toBe(bird);
  });

  it('takes room by its characters; the last one stays, however large', () => {
    const schemas = new CompiledSchemas(100, text('Bat').length * 2);
    const bat = schemas.of(text('Bat'));
    const cat = schemas.of(text('Cat'));
    expect(schemas.of(text('Bat'))).toBe(bat);
    expect(schemas.of(text('Cat'))).toBe(cat);
    const large = schemas.of(text('B'.repeat(1_000)));
    expect(schemas.of(text('B'.repeat(1_000)))).toBe(large);
    expect(schemas.of(text('Bat'))).not.toBe(bat);
    expect(schemas.of(text('B'.repeat(1_000)))).not.toBe(large);
  });
});
