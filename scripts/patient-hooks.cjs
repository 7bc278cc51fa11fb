// Hooks start and stop worlds, which takes as much longer as the machine stands still: they wait by `CAIRN_PATIENCE`. Tests do
// not: what hangs is to be found. Without patience a hook has the time of a test.
const HOOK_MS = 120_000;

const patience = Number(process.env.CAIRN_PATIENCE || 1);

if (patience > 1)
  for (const name of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll']) {
    const hook = globalThis[name];
    globalThis[name] = (run, ms = HOOK_MS * patience) => hook(run, ms);
  }
