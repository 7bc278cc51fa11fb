import type { StoredPart } from '../../application/content/file-parts.js';
import type { GraphJob } from '../../domain/job/state.js';
import type { AsRequester } from '../as-requester.js';
import type { NodesOfFile, Passing, UniqueInFile } from './names.js';
import { type Part, REPEATED } from './parts.js';
import { sendPart } from './send-part.js';

/** What is known of the parts before one that is looked at. */
export interface Looking {
  readonly nodes: NodesOfFile;
  readonly passing: Passing;
  readonly unique: UniqueInFile;
}

/** What would become of a part, as it would be stored. A node that would be left out is no end for edges behind it. */
export const lookAt = async (
  requester: AsRequester,
  job: GraphJob,
  part: Part,
  looking: Looking,
): Promise<readonly [Part, StoredPart]> => {
  const look = (some: Part): Promise<StoredPart> => sendPart(requester, job, some, { look: looking });
  const first = await look(part);
  const repeated = looking.unique.repeatedIn(first.unique);
  for (const uid of repeated) looking.nodes.leaveOut(uid);
  const rest = repeated.size === 0 ? part : withoutNodes(part, repeated);
  const looked = rest === part ? first : await look(rest);
  leaveOut(rest, looked, looking);
  return [rest, looked];
};

/** Without nodes that have a unique value of a node in a part before: to the version itself nothing is wrong with them yet. */
const withoutNodes = (part: Part, uids: ReadonlySet<string>): Part => {
  const aside = part.nodes.filter(({ uid }) => uids.has(uid));
  return {
    ...part,
    nodes: part.nodes.filter(({ uid }) => !uids.has(uid)),
    setAside: [...part.setAside, ...aside.map((element) => ({ element, ...NOT_UNIQUE }))],
  };
};
const NOT_UNIQUE = { code: 'not_unique', message: 'has a unique value that another node of the file has' };

const leaveOut = (part: Part, { flaws }: StoredPart, { nodes, passing }: Looking): void => {
  for (const uid of flawed(part.nodes, flaws, 'nodes')) nodes.leaveOut(uid);
  for (const uid of flawed(part.edges, flaws, 'edges')) passing.leaveOut('edges', uid);
  const implied = part.implied.map((uid) => ({ uid }));
  for (const uid of flawed(implied, flaws, 'implied')) passing.leaveOut('implied', uid);
  for (const { element, code } of part.setAside)
    if (element.kind === 'edge' && code !== REPEATED.code) passing.leaveOut('edges', element.uid ?? '');
};

const flawed = (
  elements: readonly { readonly uid: string }[],
  flaws: StoredPart['flaws'],
  kind: string,
): readonly string[] => {
  const places = new Set(flaws.map(({ pointer }) => pointer.split('/').slice(1, 3).join('/')));
  return elements.flatMap(({ uid }, index) => (places.has(`${kind}/${index}`) ? [uid] : []));
};
