import type { Scope } from '../element.js';
import { type Declared, ownWordsIn } from '../reading/declared.js';
import { checkedName } from '../reading/names.js';
import { FileRefused, shown } from '../reading/refusal.js';
import type { Tag } from '../reading/xml.js';
import { typeNamed, typeNames } from './types.js';

export const scopes: readonly Scope[] = ['node', 'edge', 'graph'];
const foreign: readonly string[] = ['port', 'endpoint', 'hyperedge', 'graphml'];

/** What a file says of a key. One of an editor's own (`yfiles.type`) has no type: what stands under it is kept. */
export const keyIn = (tag: Tag): Declared => {
  const { id, 'attr.name': name = '' } = tag.attributes;
  if (id === undefined) throw new FileRefused('structure_invalid', 'a key has no id', tag.place);
  const scope = scopeOf(tag);
  const raw = foreign.includes(scope) || (name === '' && isOfEditor(tag));
  return {
    id,
    scope: raw ? 'all' : (scope as Scope | 'all'),
    name: checkedName(name === '' ? id : name, 'the name of a key', tag.place),
    ...typeOf(tag),
    raw,
  };
};

const scopeOf = ({ attributes: { for: scope = 'all' }, place }: Tag): string => {
  if ([...scopes, 'all', ...foreign].includes(scope)) return scope;
  throw new FileRefused('value_invalid', `${shown(scope)} is nothing that a key can be for`, place);
};

const typeOf = (tag: Tag): Pick<Declared, 'type' | 'own'> => {
  const { 'attr.type': type = 'string', 'attr.list': list } = tag.attributes;
  return ownWordsIn(
    tag,
    typeNamed(type, list),
    `GraphML has no type ${shown(list ?? type)}: say ${typeNames}`,
  );
};

const isOfEditor = ({ attributes }: Tag): boolean =>
  Object.keys(attributes).some((name) => name.includes('yfiles'));

/** `:Person:User`, as Neo4j writes labels. */
export const labelsIn = (text: string): readonly string[] => text.split(':').filter((label) => label !== '');
