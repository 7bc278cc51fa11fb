// `npm run new -- record|asset|job|service <name>`: writes the files of docs/adding.md that follow from a name, and says what
// is left to write. What it cannot make it refuses in one sentence, and writes nothing then.
import { planned } from './new/planned.mjs';
import { Refused } from './new/refused.mjs';

const tell = (title, lines) => console.log(`${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`);

const main = (args) => {
  const { plan, next, first, last } = planned(args);
  plan.write();
  tell('Made:', plan.made);
  tell('Changed:', plan.changed);
  tell('Write next:', next);
  const specs = plan.made.filter((path) => path.endsWith('.spec.ts'));
  const then = ['npm run build', 'npm run contracts', 'npm run types', 'npm run lint'];
  const tests = specs.length === 0 ? [] : [`npm test -- ${specs.join(' ')}`];
  tell('Run:', [...first, ...then, ...last, ...tests]);
};

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
