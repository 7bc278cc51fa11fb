import { type Client, createClient } from '@cairn/client';
import { administrator, type Person, somebody } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import { caughtUp } from '../answers-of.js';
import { differences } from '../histories/check-history.js';
import { type History, type Logged, ofKind } from '../histories/history.js';
import { Recorder } from '../histories/recorder.js';
import { type Scene, Writer } from '../histories/writer.js';

/** Of one round; `CAIRN_TEST_FAULTS=long` asks for ten rounds. */
const OPERATIONS = 2_000;
const ROUNDS = process.env['CAIRN_TEST_FAULTS'] === 'long' ? 10 : 1;
const CLIENTS = 8;
const DATASETS = 3;
/** Killed one after the other: whichever replica leads, it is one of them. */
const VICTIMS = ['datasets-1', 'gateway-1', 'datasets-2'];

jest.setTimeout(180_000);

describe('R4: recorded histories over two gateways, while processes are killed (cluster)', () => {
  let cairn: RunningCluster;
  let person: Person;
  let admin: Client;
  beforeAll(async () => {
    cairn = await cluster.start();
    person = await somebody(cairn);
    ({ client: admin } = await administrator(cairn));
  });
  afterAll(() => cairn.remove());

  const makeScene = async (): Promise<Scene> => {
    const made = await Promise.all(
      Array.from({ length: DATASETS }, () =>
        person.client.call('createDataset', { body: { name: 'register' } }),
      ),
    );
    const { id = '', active_version_id = '' } = made[0]?.body ?? {};
    return {
      datasets: made.map(({ body }) => body.id),
      list: { dataset_id: id, version_id: active_version_id },
    };
  };

  /** Lets clients do at random what they like while one process after the other is killed. */
  const recorded = async (scene: Scene): Promise<Recorder> => {
    const recorder = new Recorder();
    const gateways = cairn.gateways.map((baseUrl) => createClient({ baseUrl, token: person.token }));
    const writers = Array.from({ length: CLIENTS }, () => new Writer(gateways, scene, recorder));
    let isOver = false;
    const working = Promise.all(writers.map((writer) => writer.work(() => isOver)));
    const killing = (async () => {
      for (const [index, victim] of VICTIMS.entries()) {
        await recorder.reached(((index + 1) * OPERATIONS) / (VICTIMS.length + 1));
        await cairn.kill(victim);
      }
      await recorder.reached(OPERATIONS);
      isOver = true;
    })();
    await Promise.all([working, killing]);
    await caughtUp(admin);
    for (const dataset of scene.datasets) await writers[0]!.read(dataset);
    await writers[0]!.list();
    return recorder;
  };

  /** Every change of the datasets as their histories tell it. */
  const loggedOf = async ({ datasets }: Scene): Promise<readonly Logged[]> => {
    const logged: Logged[] = [];
    for (const resource of datasets)
      for await (const { body } of admin
        .as(person.token)
        .pages('listDatasetHistory', { params: { id: resource } }))
        for (const { revision, position, changes } of body) {
          const described = changes.find(({ path }) => path === '/description');
          logged.push({ resource, revision, position, marker: (described?.after ?? '') as string });
        }
    return logged;
  };

  const count = <Thing>(things: readonly Thing[], isOne: (thing: Thing) => boolean): number =>
    things.filter(isOne).length;

  it.each(Array.from({ length: ROUNDS }, (_, index) => ({ round: index + 1 })))(
    `${OPERATIONS} operations of ${CLIENTS} clients can have happened one after the other (round $round)`,
    async () => {
      const scene = await makeScene();
      const { operations } = await recorded(scene);
      const history: History = { operations, logged: await loggedOf(scene) };
      expect(differences(history)).toEqual([]);
      const outcomes = [...ofKind(operations, 'write'), ...ofKind(operations, 'creation')].map(
        ({ outcome }) => outcome.status,
      );
      // What it is about has happened: writes that won and lost, and some of which nobody knows.
      for (const status of ['done', 'refused', 'unknown'])
        expect({ status, some: count(outcomes, (one) => one === status) > 0 }).toEqual({
          status,
          some: true,
        });
    },
  );
});
