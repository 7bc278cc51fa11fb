// What is kept beside the log: the vault and personal data (law 8), blobs, the registers, and who has a piece of work.
import { contracts, identity, kernel } from './paths.mjs';

const moved = identity('moved-texts.spec.ts');
const erasure = identity('profile-and-erasure.spec.ts');
const blobs = kernel('disk-blobs.spec.ts');

export const storageBugs = [
  {
    rule: 'law 8',
    bug: 'personal fields are stored as they are',
    file: kernel('command-handler.ts'),
    find: `const data = await sealPersonal(event, definition, stream, this.options.vault);`,
    replace: `const data = (await sealPersonal(event, definition, stream, this.options.vault)) && event.data;`,
    suite: kernel('command-handler.spec.ts'),
  },
  {
    rule: 'S38',
    bug: 'a personal text is bound to no place',
    file: kernel('vault/personal.ts'),
    find: `JSON.stringify(['personal', FORM, person, stream, field])`,
    replace: `[person, stream, field].length === 3 ? '' : 'elsewhere'`,
    suite: moved,
  },
  {
    rule: 'law 8',
    bug: 'an erasure forgets the key',
    file: identity('erasure.ts'),
    find: `await tools.vault.eraseKey(erased.id);`,
    replace: '',
    suite: erasure,
  },
  {
    rule: 'law 8',
    bug: 'an erasure does not look for what was being made meanwhile',
    file: identity('erasure.ts'),
    find: `await eraseLate(tools, seen);`,
    replace: '',
    suite: erasure,
  },
  {
    rule: 'law 8',
    bug: 'a key that was erased stays in the write-ahead log',
    file: kernel('sqlite-vault.ts'),
    find: `this.persons.erase(subject);
      emptyWal(this.database);`,
    replace: `this.persons.erase(subject);`,
    suite: kernel('sqlite-vault.spec.ts'),
  },
  {
    rule: 'R1',
    bug: 'a blob has its name before its bytes are on disk',
    file: kernel('disk-blobs.ts'),
    find: `      await arrived.sync();
`,
    replace: '',
    suite: blobs,
  },
  {
    rule: 'R3',
    bug: 'a blob is collected that somebody stored again while its references were looked for',
    file: kernel('disk-blobs.ts'),
    find: `    if (!(await this.isUntouched(sha256, untouchedSince))) return false;
`,
    replace: '',
    suite: blobs,
  },
  {
    rule: 'R4',
    bug: 'a register is written over whatever stands in it',
    file: kernel('sqlite-registers.ts'),
    find: `standing?.revision === expected ?`,
    replace: `expected === undefined || standing !== undefined ?`,
    suite: kernel('sqlite-registers.spec.ts'),
  },
  {
    rule: 'R4',
    bug: 'a worker ends a job that another has taken over',
    file: kernel('decisions.ts'),
    find: `state.status === 'running' && state.fence === fence &&`,
    replace: `state.status === 'running' && fence !== '' &&`,
    suite: kernel('job.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'the address of a session is stored in plain text',
    file: contracts('session.ts'),
    find: `ip: Personal(),`,
    replace: `ip: Type.String(),`,
    suite: identity('secrets.spec.ts'),
  },
];
