import type { Scope } from '../element.js';
import { type Declared, ownWordsIn } from '../reading/declared.js';
import { checkedName } from '../reading/names.js';
import { FileRefused, shown } from '../reading/refusal.js';
import type { Tag } from '../reading/xml.js';
import { typeNamed } from './types.js';

const scopes: readonly string[] = ['node', 'edge', 'graph', 'all'] satisfies Declared['scope'][];
const foreign: readonly string[] = ['port', 'endpoint', 'hyperedge', 'graphml'];

/** What a file says of a key. One of an editor's own (`yfiles.type`) has no type: what stands under it is kept. */
export const keyIn = (tag: Tag): Declared => {
  const { id, for: scope = 'all', 'attr.name': name } = tag.attributes;
  if (id === undefined) throw new FileRefused('structure_invalid', 'a key has no id', tag.place);
  if (![...scopes, ...foreign].includes(scope))
    throw new FileRefused('value_invalid', `${shown(scope)} is nothing that a key can be for`, tag.place);
  const raw = foreign.includes(scope) || (name === undefined && isOfEditor(tag));
  return {
    id,
    scope: raw ? 'all' : (scope as Scope | 'all'),
    name: checkedName(name ?? id, 'the name of a key', tag.place),
    ...typeOf(tag),
    raw,
  };
};

const typeOf = (tag: Tag): Pick<Declared, 'type' | 'own'> => {
  const { 'attr.type': type = 'string', 'attr.list': list } = tag.attributes;
  return ownWordsIn(tag, typeNamed(type, list), `GraphML has no type ${shown(list ?? type)}`);
};

const isOfEditor = ({ attributes }: Tag): boolean =>
  Object.keys(attributes).some((name) => name.includes('yfiles'));

/** `:Person:User`, as Neo4j writes labels. */
export const labelsIn = (text: string): readonly string[] => text.split(':').filter((label) => label !== '');
