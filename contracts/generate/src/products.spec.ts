import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GeneratedFile } from './files.js';
import { writeProducts } from './products.js';

const schemaOf = (name: string): GeneratedFile => ({
  path: `schemas/${name}`,
  content: { name },
  kind: 'schema',
});
const document: GeneratedFile = { path: 'openapi.json', content: { openapi: '3.1.0' }, kind: 'document' };
const golden: GeneratedFile = { path: 'schemas/examples/seen.json', content: {}, kind: 'golden' };

describe('what a build writes of the contract', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-products-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are its documents and schemas, and none of an event that is gone', () => {
    writeProducts(folder, [document, schemaOf('flown.json'), golden]);
    writeProducts(folder, [document, schemaOf('seen.json'), golden]);
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(written.sort()).toEqual(['openapi.json', 'schemas', 'schemas/seen.json']);
    expect(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))).toEqual(document.content);
  });
});
