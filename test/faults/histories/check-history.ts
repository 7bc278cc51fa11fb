import { commitsOf, type RegisterHistory, wrongRegister } from './check-register.js';
import { wrongList } from './check-list.js';
import { type History, type Logged, ofKind } from './history.js';
import { type Bound, placed } from './placing.js';

/** Everything in a history that the promises R4 and law 2 rule out, one sentence for each. */
export const differences = (history: History): readonly string[] => {
  const registers = registersOf(history);
  const lists = listsOf(history);
  const found = [...registers.flatMap(wrongRegister), ...lists.flatMap(wrongList)];
  return found.length > 0 ? found : wrongPositions(history, registers);
};

const registersOf = ({ operations, logged }: History): readonly RegisterHistory[] => {
  const resources = new Set(logged.map(({ resource }) => resource));
  return [...resources].map((resource) => {
    const own = operations.filter((operation) => operation.resource === resource);
    return {
      writes: ofKind(own, 'write'),
      reads: ofKind(own, 'read'),
      logged: logged.filter((entry) => entry.resource === resource),
    };
  });
};

const listsOf = ({ operations }: History) => {
  const creations = ofKind(operations, 'creation');
  const listings = ofKind(operations, 'listing');
  return [...new Set([...creations, ...listings].map(({ resource }) => resource))].map((resource) => ({
    creations: creations.filter((one) => one.resource === resource),
    listings: listings.filter((one) => one.resource === resource),
  }));
};

/** Positions are one order for all resources, and it is the order of real time. */
const wrongPositions = (
  { operations }: History,
  registers: readonly RegisterHistory[],
): readonly string[] => {
  const committed = registers.flatMap((register) => {
    const bounds = commitsOf(register);
    return register.logged.map(({ position }, index) => ({ position, bound: bounds[index]! }));
  });
  const created = ofKind(operations, 'creation').flatMap(({ outcome, invoked, answered, marker }) =>
    outcome.status === 'done'
      ? [
          {
            position: outcome.position,
            bound: { what: `the creation of ${marker}`, from: invoked, until: answered },
          },
        ]
      : [],
  );
  const inOrder = [...committed, ...created].toSorted((a, b) => (a.position < b.position ? -1 : 1));
  return [...shared(inOrder), ...placed(inOrder.map(({ bound }) => bound)).impossible];
};

const shared = (inOrder: readonly { readonly position: Logged['position']; readonly bound: Bound }[]) =>
  inOrder
    .filter(({ position }, index) => index > 0 && inOrder[index - 1]!.position === position)
    .map(({ position, bound }) => `${bound.what} has position ${position}, which another has too`);
