import { setTimeout as pause } from 'node:timers/promises';
import type { GraphImportReport } from '@cairn/contracts';
import type { VersionPath } from './content.js';
import type { Person } from './people.js';
import type { ServedCairn } from './topology.js';

const PROPERTIES = ['name:string', 'age:int', 'score:double', 'alive:boolean', 'group:string'];
const LINES_AT_ONCE = 2_000;
const POLL_MS = 100;

/** A GraphML file that is made while it is read: a third of its elements are nodes, each has five small properties. */
export const graphmlOf = (elements: number): ReadableStream<Uint8Array> => {
  const lines = graphmlLines(elements);
  return new ReadableStream({
    pull: (controller) => {
      const some: string[] = [];
      for (let next = lines.next(); next.done !== true; next = lines.next())
        if (some.push(next.value) === LINES_AT_ONCE) break;
      if (some.length === 0) controller.close();
      else controller.enqueue(Buffer.from(`${some.join('\n')}\n`));
    },
  });
};

function* graphmlLines(elements: number): Generator<string, void, void> {
  const nodes = Math.floor(elements / 3);
  yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">';
  for (const kind of ['node', 'edge'])
    for (const [index, property] of PROPERTIES.entries()) {
      const [name = '', type = ''] = property.split(':');
      yield `<key id="${kind}${index}" for="${kind}" attr.name="${name}" attr.type="${type}"/>`;
    }
  yield '<graph edgedefault="directed">';
  for (let at = 0; at < nodes; at += 1) yield `<node id="n${at}">${dataOf('node', at)}</node>`;
  for (let at = 0; at < elements - nodes; at += 1) {
    const [source, target] = [(at * 7919) % nodes, (at * 104_729 + 1) % nodes];
    yield `<edge source="n${source}" target="n${target}">${dataOf('edge', at)}</edge>`;
  }
  yield '</graph></graphml>';
}

const dataOf = (kind: string, at: number): string =>
  [`Name ${at}`, at % 97, (at % 1000) / 7, at % 2 === 0, `g${at % 50}`]
    .map((value, index) => `<data key="${kind}${index}">${value}</data>`)
    .join('');

type Someone = Pick<Person, 'client' | 'token'>;
type Reached = Pick<ServedCairn, 'baseUrl'>;

const pathOf = ({ baseUrl }: Reached, { id, version_id }: VersionPath): string =>
  `${baseUrl}/api/v1/graphs/${id}/versions/${version_id}`;

/** Imports a graph file and waits for the end of its job; `meanwhile` is called again and again. Throws where it fails. */
export const importGraphFile = async (
  cairn: Reached,
  { client, token }: Someone,
  version: VersionPath,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<GraphImportReport> => {
  const response = await fetch(`${pathOf(cairn, version)}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, prefer: 'respond-async' },
    body,
    duplex: 'half',
  });
  const answer = (await response.json()) as GraphImportReport;
  if (response.status === 200) return answer;
  if (response.status !== 202) throw new Error(`${response.status}: ${JSON.stringify(answer)}`);
  return reportOf(client, response.headers.get('location')?.split('/').at(-1) ?? '', meanwhile);
};

const reportOf = async (
  client: Person['client'],
  id: string,
  meanwhile: () => Promise<unknown>,
): Promise<GraphImportReport> => {
  for (;;) {
    const { body: job } = await client.call('getJob', { params: { id } });
    // What an import's job ends with is its report.
    if (job.status === 'completed') return job.result as GraphImportReport;
    if (job.status === 'failed') throw new Error(`the import failed: ${job.status_message}`);
    await meanwhile();
    await pause(POLL_MS);
  }
};

/** Asks for a version as a file. Throws where it is refused. */
export const exportGraphFile = async (
  cairn: Reached,
  { token }: Pick<Someone, 'token'>,
  version: VersionPath,
  query: { readonly format: string; readonly dialect: string },
): Promise<Response> => {
  const url = `${pathOf(cairn, version)}/export?${new URLSearchParams(query).toString()}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
};
