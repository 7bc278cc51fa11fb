import { randomUUID } from 'node:crypto';
import { joinFirm } from '../../support/firm.js';
import { type Person, somebody } from '../../support/people.js';
import { oneMachine, type RunningCairn } from '../../support/topology.js';
import { quantile, type Spread, spreadOf } from '../measuring.js';
import type { Line, Settings } from '../row.js';

/** Commands that are under way at once while a firm is filled. */
const FILLERS = 16;
const FEW_PROJECTS = 10;
const REQUESTS = 100;

/** How many of the datasets of a firm somebody sees, and how many there are beside them. */
interface Seen {
  readonly visible: number;
  readonly hidden: number;
}
const MANY: Seen = { visible: 300, hidden: 0 };
const FEW: Seen = { visible: 5, hidden: 1_000 };

/** Somebody in a team that was given many projects, and a dataset in one of them. */
interface Employee {
  readonly person: Person;
  readonly dataset: string;
}

const filled = async (count: number, make: (number: number) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const fill = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await make(next);
    }
  };
  await Promise.all(Array.from({ length: FILLERS }, fill));
};

const employed = async (cairn: RunningCairn, boss: Person, organization: string): Promise<Person> => {
  const person = await somebody(cairn);
  await joinFirm(cairn, organization, boss, person);
  return person;
};

/** A firm with so many projects, all of them of one team, and datasets in them. */
const employee = async (
  cairn: RunningCairn,
  projects: number,
  { visible, hidden }: Seen,
): Promise<Employee> => {
  const boss = await somebody(cairn);
  const slug = `firm-${randomUUID()}`;
  const firm = (await boss.client.call('createOrganization', { body: { name: 'Firm', slug } })).body.id;
  const within = { organization_id: firm };
  const person = await employed(cairn, boss, firm);
  const team = await boss.client.call('createTeam', { body: { name: 'All', slug: 'all', ...within } });
  const params = { id: team.body.id };
  await boss.client.call('addTeamMember', { params, body: { user_id: person.id } });
  const ids: string[] = [];
  await filled(projects, async (number) => {
    const body = { name: `Project ${number}`, slug: `project-${number}`, team_id: team.body.id, ...within };
    ids.push((await boss.client.call('createProject', { body })).body.id);
  });
  const datasets: string[] = [];
  await filled(visible, async (number) => {
    const body = { name: 'Seen', visibility: 'project' as const, project_id: ids[number % ids.length]! };
    datasets.push((await boss.client.call('createDataset', { body })).body.id);
  });
  await filled(hidden, (number) =>
    boss.client.call('createDataset', { body: { name: 'Hidden', project_id: ids[number % ids.length]! } }),
  );
  return { person, dataset: datasets[0]! };
};

type Request = (employee: Employee, number: number) => Promise<unknown>;

const read: Request = ({ person, dataset }) => person.client.call('getDataset', { params: { id: dataset } });
const list: Request = ({ person }) => person.client.call('listDatasets', { query: { limit: 20 } });
const write: Request = ({ person, dataset }, number) =>
  person.client.call('updateDataset', { params: { id: dataset }, body: { name: `Named ${number}` } });

/** Medians of what requests of two took, one divided by the other: in turn, so that both meet the same machine. */
const ratioOf = async (
  request: Request,
  [many, few]: readonly [Employee, Employee],
  rounds: number,
): Promise<Spread> => {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const taken: readonly [number[], number[]] = [[], []];
    for (let number = 0; number < REQUESTS; number += 1)
      for (const [index, one] of [many, few].entries()) {
        const began = performance.now();
        await request(one, number + round * REQUESTS);
        taken[index]?.push(performance.now() - began);
      }
    ratios.push(quantile(taken[0], 0.5) / quantile(taken[1], 0.5));
  }
  return spreadOf(ratios);
};

/** What somebody with 10,000 projects waits for, beside somebody with ten. */
export const manyProjects = async ({ quick, rounds }: Settings): Promise<readonly Line[]> => {
  const projects = quick ? 1_000 : 10_000;
  const cairn = await oneMachine.start();
  try {
    const pair = async (seen: Seen): Promise<readonly [Employee, Employee]> => [
      await employee(cairn, projects, seen),
      await employee(cairn, FEW_PROJECTS, seen),
    ];
    const [seesMany, seesFew] = [await pair(MANY), await pair(FEW)];
    const line = async (work: string, request: Request, those: typeof seesMany, bound: boolean) => ({
      row: 'B10',
      measured: `${work}: at ${projects} projects ÷ at ${FEW_PROJECTS}`,
      ratio: await ratioOf(request, those, rounds),
      ...(bound ? { bound: { floor: 3, goal: 1.2, atMost: true } } : {}),
    });
    return [
      await line('GET a dataset', read, seesMany, true),
      await line(`a page of 20 of ${MANY.visible} datasets`, list, seesMany, true),
      await line(`the ${FEW.visible} datasets seen among ${FEW.hidden} others`, list, seesFew, true),
      await line('PUT a dataset', write, seesMany, false),
    ];
  } finally {
    await cairn.remove();
  }
};
