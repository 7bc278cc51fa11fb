import { Readable } from 'node:stream';
import { zipped, type ZippedFile } from './zipped.js';

const BYTES = 4 * 1024 * 1024;

describe('a zip that is given up while it is made', () => {
  /** Files whose contents are told when they are opened, and read when they are let go. */
  const files = () => {
    const contents: Readable[] = [];
    let opened = (): void => undefined;
    let letGo = (): void => undefined;
    const isOpened = new Promise<void>((resolve) => (opened = resolve));
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
    const large: ZippedFile = {
      path: 'large',
      compress: false,
      content: async () => {
        opened();
        await isLetGo;
        const content = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(BYTES / 64)));
        contents.push(content);
        return content;
      },
    };
    const small: ZippedFile = { path: 'small', compress: false, content: async () => Readable.from(['a']) };
    const both = async function* () {
      yield small;
      yield large;
    };
    return { all: both(), contents, isOpened, letGo: () => letGo() };
  };

  it('ends, and leaves no file open that was being opened', async () => {
    const { all, contents, isOpened, letGo } = files();
    const zip = zipped(all);
    expect((await zip.next()).done).toBe(false);
    await isOpened;
    const given = zip.return();
    letGo();
    expect(await given).toEqual({ done: true, value: undefined });
    expect(contents.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('opens no file when it is given up before', async () => {
    const { all, contents } = files();
    await zipped(all).return();
    expect(contents).toEqual([]);
  });
});
