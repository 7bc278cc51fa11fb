import { join } from 'node:path';
import { outputOf, type Recipe, runCommand, type Tool } from '@cairn/engines';

export const GO: Tool = { command: 'go', what: 'Go 1.26 or newer' };
export const STATIC = { CGO_ENABLED: '0' };

/** Leaves out what only debuggers read, and sets variables of the program: `name=value`. */
export const linkedWith = (variables: readonly string[] = []): string =>
  ['-s', '-w', ...variables.map((variable) => `-X ${variable}`)].join(' ');

export interface GoProgram {
  readonly name: string;
  readonly product: string;
  readonly version: string;
  /** Of its `main`: `github.com/yannh/kubeconform/cmd/kubeconform`. */
  readonly path: string;
  readonly variables?: readonly string[];
}

/** One program, built from its module: `bin/<last part of its path>`. */
export const goProgram = ({ name, product, version, path, variables }: GoProgram): Recipe => {
  const args = ['install', '-ldflags', linkedWith(variables), `${path}@v${version}`];
  return {
    name,
    product,
    version,
    ingredients: [...args, JSON.stringify(STATIC)],
    tools: [GO],
    packages: [],
    takes: 'two to four minutes: it is compiled',
    build: async (folder) => {
      await runCommand('go', args, {
        cwd: folder,
        environment: { ...STATIC, GOBIN: join(folder, 'bin') },
      });
    },
  };
};

/** Where the files of a module lie, which is downloaded when it is not there. */
export const moduleFolder = async (module: string, version: string): Promise<string> => {
  const printed = await outputOf('go', ['mod', 'download', '-json', `${module}@v${version}`]);
  return (JSON.parse(printed) as { readonly Dir: string }).Dir;
};
