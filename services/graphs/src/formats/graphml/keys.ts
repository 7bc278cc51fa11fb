import type { PropertyType, Scope } from '../element.js';
import { splitList } from '../reading/split-list.js';
import { holdsOf, isPropertyType, OWN_HOLDS, OWN_TYPE } from '../own-words.js';
import { Declarations, type Declared } from '../reading/declared.js';
import { checkedName } from '../reading/names.js';
import { FileRefused, type Place, shown } from '../reading/refusal.js';
import type { Tag } from '../reading/xml.js';
import { typeNamed } from './types.js';

const scopes = ['node', 'edge', 'graph', 'all', 'port', 'endpoint', 'hyperedge', 'graphml'] as const;

/** What a file says of its keys. A key of an editor's own (`yfiles.type`) has no type: what stands under it is kept. */
export class Keys extends Declarations {
  /** Throws `FileRefused`. */
  declare({ attributes, place }: Tag): Declared {
    const { id, for: scope = 'all', 'attr.name': name } = attributes;
    if (id === undefined) throw new FileRefused('structure_invalid', 'a key has no id', place);
    if (!scopes.some((one) => one === scope))
      throw new FileRefused('value_invalid', `${shown(scope)} is nothing that a key can be for`, place);
    const raw = isForeign(attributes, scope);
    const holds = holdsOf(attributes[OWN_HOLDS]);
    const declared: Declared = {
      id,
      scope: raw ? 'all' : (scope as Scope | 'all'),
      name: checkedName(name ?? id, 'the name of a key', place),
      type: typeOfKey(attributes, place),
      split: splitList,
      defaultValue: undefined,
      ...(raw ? { raw } : {}),
      ...(holds === undefined ? {} : { own: holds }),
    };
    this.add(id, declared, place);
    return declared;
  }

  of(id: string | undefined, place: Place): Declared {
    if (id === undefined) throw new FileRefused('structure_invalid', 'a data element has no key', place);
    const declared = this.get(id);
    if (declared === undefined)
      throw new FileRefused('attribute_undeclared', `the key ${shown(id)} is not declared before`, place);
    return declared;
  }
}

const typeOfKey = (attributes: Tag['attributes'], place: Place): PropertyType => {
  const { 'attr.type': type = 'string', 'attr.list': list, [OWN_TYPE]: own } = attributes;
  const known = isPropertyType(own) ? own : typeNamed(type, list);
  if (known === undefined)
    throw new FileRefused('type_unknown', `GraphML has no type ${shown(list ?? type)}`, place);
  return known;
};

const isForeign = (attributes: Tag['attributes'], scope: string): boolean =>
  !['node', 'edge', 'graph', 'all'].includes(scope) ||
  (attributes['attr.name'] === undefined && Object.keys(attributes).some((name) => name.includes('yfiles')));

/** `:Person:User`, as Neo4j writes labels. */
export const labelsIn = (text: string): readonly string[] => text.split(':').filter((label) => label !== '');
