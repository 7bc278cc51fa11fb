import type { WorkflowNodeChanges } from '@cairn/contracts';
import type { Canvas, KnownEdge, KnownNode } from '../domain/canvas/state.js';
import { edge, node } from './canvas.js';

export type Ends = Pick<KnownEdge, 'begin_node_id' | 'end_node_id'>;
/** Fields of nodes that are kept as they are sent. */
export type Fields = Pick<WorkflowNodeChanges, 'name' | 'on_failure' | 'timeout'>;

/** A whole canvas as it is sent, each part under an id. */
export interface PlainBody {
  readonly nodes: readonly { readonly id: string; readonly fields: Fields }[];
  readonly edges: readonly { readonly id: string; readonly ends: Ends }[];
}

interface NewIds {
  readonly nodeId: (place: number) => string;
  readonly edgeId: (place: number) => string;
}

type Outcome = 'done' | 'not_found' | 'foreign_node' | 'not_revertible';

/** Nodes and edges as a person would keep them in two maps: what is decided is held against it. */
export class PlainCanvas {
  constructor(
    readonly nodes: ReadonlyMap<string, KnownNode> = new Map(),
    readonly edges: ReadonlyMap<string, KnownEdge> = new Map(),
  ) {}

  static of({ nodes, edges }: Canvas): PlainCanvas {
    return new PlainCanvas(new Map(Object.entries(nodes)), new Map(Object.entries(edges)));
  }

  shown(): Pick<Canvas, 'nodes' | 'edges'> {
    return { nodes: Object.fromEntries(this.nodes), edges: Object.fromEntries(this.edges) };
  }

  withNode(id: string, fields: Fields, user_id: string): PlainCanvas {
    return new PlainCanvas(
      new Map([...this.nodes, [id, node(id, said({ ...fields, user_id }))]]),
      this.edges,
    );
  }

  changedNode(id: string, fields: Fields, user_id: string): PlainCanvas | Outcome {
    const known = this.nodes.get(id);
    if (known === undefined) return 'not_found';
    const changed = changedBy(known, said(fields), user_id);
    return new PlainCanvas(new Map([...this.nodes, [id, changed]]), this.edges);
  }

  withoutNode(id: string): PlainCanvas | Outcome {
    if (!this.nodes.has(id)) return 'not_found';
    const isThere = ({ begin_node_id, end_node_id }: Ends) => begin_node_id !== id && end_node_id !== id;
    return new PlainCanvas(
      new Map([...this.nodes].filter(([each]) => each !== id)),
      new Map([...this.edges].filter(([, each]) => isThere(each))),
    );
  }

  withEdge(id: string, ends: Ends, user_id: string): PlainCanvas | Outcome {
    if (!this.#has(ends)) return 'foreign_node';
    const made = edge(id, ends.begin_node_id, ends.end_node_id, { user_id });
    return new PlainCanvas(this.nodes, new Map([...this.edges, [id, made]]));
  }

  changedEdge(id: string, ends: Ends, user_id: string): PlainCanvas | Outcome {
    const known = this.edges.get(id);
    if (known === undefined) return 'not_found';
    if (!this.#has(ends)) return 'foreign_node';
    return new PlainCanvas(this.nodes, new Map([...this.edges, [id, changedBy(known, ends, user_id)]]));
  }

  withoutEdge(id: string): PlainCanvas | Outcome {
    if (!this.edges.has(id)) return 'not_found';
    return new PlainCanvas(this.nodes, new Map([...this.edges].filter(([each]) => each !== id)));
  }

  /** `ids` are those that new parts get, by their places. */
  saved(body: PlainBody, user_id: string, ids: NewIds): PlainCanvas | Outcome {
    const renamed = new Map(
      body.nodes.map(({ id }, place) => [id, this.nodes.has(id) ? id : ids.nodeId(place)]),
    );
    const nodes = body.nodes.map(({ id, fields }) => {
      const known = this.nodes.get(id);
      return known === undefined
        ? node(renamed.get(id)!, said({ ...fields, user_id }))
        : changedBy(known, said(fields), user_id);
    });
    const edges = body.edges.map(({ id, ends }, place) => {
      const begin_node_id = renamed.get(ends.begin_node_id) ?? '';
      const end_node_id = renamed.get(ends.end_node_id) ?? '';
      const known = this.edges.get(id);
      return known === undefined
        ? edge(ids.edgeId(place), begin_node_id, end_node_id, { user_id })
        : changedBy(known, { begin_node_id, end_node_id }, user_id);
    });
    const after = new PlainCanvas(byId(nodes), byId(edges));
    return edges.every((each) => after.#has(each)) ? after : 'foreign_node';
  }

  /** What stands under each path is undone by itself: it must be what the change made of it. */
  undone(before: Canvas, after: Canvas, user_id: string): object | Outcome {
    const [then, made, now] = [pathsOf(before), pathsOf(after), pathsOf(this.shown())];
    const changed = [...new Set([...then.keys(), ...made.keys()])].filter(
      (path) => then.get(path) !== made.get(path),
    );
    if (changed.some((path) => now.get(path) !== made.get(path))) return 'not_revertible';
    const next = new Map(now);
    for (const path of changed) {
      const [kind, id] = path.split('/');
      next.set(`${kind}/${id}/user_id`, user_id);
      const value = then.get(path);
      if (value === undefined) next.delete(path);
      else next.set(path, value);
    }
    return isWhole(next) ? this.#fromPaths(next) : 'not_revertible';
  }

  #fromPaths(paths: Paths): object {
    const all: Readonly<Record<'nodes' | 'edges', Record<string, object>>> = { nodes: {}, edges: {} };
    for (const [path, value] of paths) {
      const [kind, id, field] = path.split('/') as ['nodes' | 'edges', string, string];
      if (!paths.has(`${kind}/${id}/id`)) continue;
      const user_id = this[kind].get(id)?.user_id;
      all[kind][id] = { user_id, ...all[kind][id], [field]: value };
    }
    return all;
  }

  #has({ begin_node_id, end_node_id }: Ends): boolean {
    return this.nodes.has(begin_node_id) && this.nodes.has(end_node_id);
  }

  /** The nodes that lead back to themselves, and those that no beginning leads to: by following all paths. */
  misled(): { readonly cyclic: readonly string[]; readonly unreachable: readonly string[] } {
    const ids = [...this.nodes.keys()];
    const steps = [...this.edges.values()];
    const reached = (from: string): Set<string> => {
      const found = new Set<string>();
      for (let size = -1; size !== found.size;) {
        size = found.size;
        for (const { begin_node_id, end_node_id } of steps)
          if (begin_node_id === from || found.has(begin_node_id)) found.add(end_node_id);
      }
      return found;
    };
    const cyclic = ids.filter((id) => reached(id).has(id));
    const roots = ids.filter((id) => steps.every(({ end_node_id }) => end_node_id !== id));
    const known = new Set([...cyclic, ...roots, ...roots.flatMap((id) => [...reached(id)])]);
    return { cyclic, unreachable: ids.filter((id) => !known.has(id)) };
  }
}

type Paths = ReadonlyMap<string, string | number>;

const pathsOf = (canvas: Pick<Canvas, 'nodes' | 'edges'>): Paths =>
  new Map(
    (['nodes', 'edges'] as const).flatMap((kind) =>
      Object.values<KnownNode | KnownEdge>(canvas[kind]).flatMap(({ user_id: _, ...part }) =>
        Object.entries(part).map(([field, value]) => [`${kind}/${part.id}/${field}`, value] as const),
      ),
    ),
  );

/** Whether each edge has its nodes. */
const isWhole = (paths: Paths): boolean =>
  [...paths].every(([path, value]) => !path.endsWith('_node_id') || paths.has(`nodes/${value}/id`));

const byId = <Part extends { readonly id: string }>(parts: readonly Part[]): ReadonlyMap<string, Part> =>
  new Map(parts.map((part) => [part.id, part]));

/** The same object where nothing differs, so that nobody saved it. */
const changedBy = <Part extends object>(part: Part, fields: Partial<Part>, user_id: string): Part => {
  const differs = (Object.keys(fields) as (keyof Part)[]).some((key) => fields[key] !== part[key]);
  return differs ? { ...part, ...fields, user_id } : part;
};

const said = <Given extends object>(fields: Given) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]: Exclude<Given[Key], undefined>;
  };
