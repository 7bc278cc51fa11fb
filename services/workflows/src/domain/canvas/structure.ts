/** Nodes by their places, and where each edge begins and ends. */
export interface Links {
  readonly count: number;
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

/** What the edges make of the nodes; all are places of nodes, in order. */
export interface Structure {
  /** The strongly connected components that have a cycle. */
  readonly cycles: readonly (readonly number[])[];
  /** In no cycle, and not reached from any node without an incoming edge. */
  readonly unreachable: readonly number[];
}

/** Takes time linear in nodes and edges, and no recursion. */
export const structureOf = (links: Links): Structure => {
  const forth = neighbours(links.count, links.begins, links.ends);
  const back = neighbours(links.count, links.ends, links.begins);
  const cycles = cyclesOf(links, forth, back);
  const isKnown = new Uint8Array(links.count);
  for (let node = 0; node < links.count; node++)
    if (back.offsets[node] === back.offsets[node + 1]) flood(forth, node, isKnown);
  for (const node of cycles.flat()) isKnown[node] = 1;
  return { cycles, unreachable: placesWhere(isKnown, 0) };
};

/** The neighbours of a node stand in `targets` from its offset to that of the next node. */
export interface Neighbours {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
}

export const neighbours = (count: number, from: readonly number[], to: readonly number[]): Neighbours => {
  const offsets = new Int32Array(count + 1);
  for (const node of from) offsets[node + 1]! += 1;
  for (let node = 0; node < count; node++) offsets[node + 1]! += offsets[node]!;
  const next = offsets.slice();
  const targets = new Int32Array(from.length);
  for (const [edge, node] of from.entries()) targets[next[node]!++] = to[edge]!;
  return { offsets, targets };
};

/** Kosaraju: what a node reaches backwards, taken in the reverse of the order in which a walk leaves nodes. */
const cyclesOf = ({ count, begins, ends }: Links, forth: Neighbours, back: Neighbours): number[][] => {
  const isLooped = new Uint8Array(count);
  for (const [edge, node] of begins.entries()) if (node === ends[edge]) isLooped[node] = 1;
  const seen = new Uint8Array(count);
  return [...leavingOrder(forth)]
    .reverse()
    .map((node) => flood(back, node, seen))
    .filter((component) => component.length > 1 || component.some((node) => isLooped[node] === 1))
    .map((component) => component.sort((one, other) => one - other))
    .sort(([one], [other]) => one! - other!);
};

/** Nodes in the order in which a walk into the depth leaves them. */
const leavingOrder = ({ offsets, targets }: Neighbours): Int32Array => {
  const count = offsets.length - 1;
  const next = offsets.slice(0, count);
  const seen = new Uint8Array(count);
  const path = new Int32Array(count);
  const order = new Int32Array(count);
  let left = 0;
  for (let root = 0; root < count; root++) {
    let depth = seen[root] === 1 ? -1 : 0;
    path[0] = root;
    seen[root] = 1;
    while (depth >= 0) {
      const node = path[depth]!;
      const place = next[node]!++;
      const target = place < offsets[node + 1]! ? targets[place]! : undefined;
      if (target === undefined) {
        order[left++] = node;
        depth -= 1;
      } else if (seen[target] === 0) {
        seen[target] = 1;
        path[++depth] = target;
      }
    }
  }
  return order;
};

/** The nodes that are reached from one, itself among them, and were not seen before. */
const flood = ({ offsets, targets }: Neighbours, root: number, seen: Uint8Array): number[] => {
  if (seen[root] === 1) return [];
  const reached = [root];
  seen[root] = 1;
  for (const node of reached)
    for (let place = offsets[node]!; place < offsets[node + 1]!; place++) {
      const target = targets[place]!;
      if (seen[target] === 1) continue;
      seen[target] = 1;
      reached.push(target);
    }
  return reached;
};

const placesWhere = (flags: Uint8Array, wanted: number): number[] =>
  [...flags.keys()].filter((place) => flags[place] === wanted);
