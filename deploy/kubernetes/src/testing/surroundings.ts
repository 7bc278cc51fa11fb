import type { KubeObject } from './objects.js';

/** Secrets or ConfigMaps by their names: the keys that are asked for. */
type Keys = Map<string, Set<string>>;

interface Found {
  readonly Secret: Keys;
  readonly ConfigMap: Keys;
}

/** How objects name the Secrets and ConfigMaps that they read: the field, what it names, and by which field of it. */
const REFERENCES = [
  { field: 'secretKeyRef', kind: 'Secret', by: 'name' },
  { field: 'secretRef', kind: 'Secret', by: 'name' },
  { field: 'secret', kind: 'Secret', by: 'secretName' },
  { field: 'configMapKeyRef', kind: 'ConfigMap', by: 'name' },
  { field: 'configMapRef', kind: 'ConfigMap', by: 'name' },
  { field: 'configMap', kind: 'ConfigMap', by: 'name' },
] as const;

/** The Secrets and ConfigMaps that documents read and that are not among them, each with every key that is asked for. */
export const surroundingsOf = (documents: readonly KubeObject[]): readonly KubeObject[] => {
  const found: Found = { Secret: new Map(), ConfigMap: new Map() };
  for (const document of documents) look(document, found);
  for (const { kind, metadata } of documents) if (kind === 'ConfigMap') found.ConfigMap.delete(metadata.name);
  return [...objectsOf('Secret', found.Secret), ...objectsOf('ConfigMap', found.ConfigMap)];
};

const look = (value: unknown, found: Found): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const { field, kind, by } of REFERENCES) {
    const reference = (value as Record<string, unknown>)[field];
    if (typeof reference === 'object' && reference !== null)
      note(reference as Record<string, unknown>, by, found[kind]);
  }
  for (const each of Object.values(value)) look(each, found);
};

const note = (reference: Record<string, unknown>, by: string, keys: Keys): void => {
  const { [by]: name, key, items } = reference;
  if (typeof name !== 'string') return;
  const asked = keys.get(name) ?? new Set();
  keys.set(name, asked);
  if (typeof key === 'string') asked.add(key);
  if (Array.isArray(items)) for (const item of items as { key: string }[]) asked.add(item.key);
};

const objectsOf = (kind: string, keys: Keys): readonly KubeObject[] =>
  [...keys].map(([name, asked]) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name },
    [kind === 'Secret' ? 'stringData' : 'data']: Object.fromEntries([...asked].map((key) => [key, 'given'])),
  }));
