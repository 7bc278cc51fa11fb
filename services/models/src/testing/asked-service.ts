import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { modelCommands, type ModelInput } from '@cairn/contracts';
import { type Blobs, openDiskBlobs, type Principal } from '@cairn/kernel';
import { ServiceUnderTest, someone, type UnderTest } from '@cairn/kernel/testkit';
import { inferenceById } from '../read-models/inferences/queries.js';
import { modelsServiceWith } from '../service.js';
import { SHORTEST_ONNX, ToldRunner } from './told-runner.js';

/** The service of models, whose models answer what a spec tells them to. */
export class AskedService {
  readonly owner = someone();

  private constructor(
    readonly running: ServiceUnderTest,
    readonly runner: ToldRunner,
    readonly blobs: Blobs,
    private readonly folder: string,
  ) {}

  static async open(more: Omit<UnderTest, 'blobs'> = {}): Promise<AskedService> {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-inferences-'));
    const blobs = await openDiskBlobs({ folder });
    const runner = new ToldRunner();
    const running = await ServiceUnderTest.of(
      modelsServiceWith(() => runner),
      { ...more, blobs: async () => blobs },
    );
    return new AskedService(running, runner, blobs, folder);
  }

  /** A model that can be run. */
  async runnable(more: Partial<ModelInput> = {}): Promise<string> {
    const body = { name: 'spam', public: true, ...more };
    const id = await this.running.make(this.owner, modelCommands.createModel, { body }, 'model');
    const { sha256, size } = await this.blobs.put(Readable.from([SHORTEST_ONNX]), { maxBytes: 1_000 });
    const file = { sha256, size, content_type: 'application/octet-stream', file_name: 'model.onnx' };
    const assets = [{ asset_type: 'onnx_model', file }] as const;
    await this.running.done(this.owner, modelCommands.uploadModel, { id, assets: [...assets] });
    return id;
  }

  /** The id of the inference. */
  asks(who: Principal, body: { readonly input_text?: string }, model_id: string): Promise<string> {
    return this.running.make(who, modelCommands.runModel, { model_id, body }, 'inference');
  }

  async read(who: Principal, id: string) {
    return (await inferenceById(this.running.reading(who), id))?.resource;
  }

  async stop(): Promise<void> {
    await this.running.stop();
    rmSync(this.folder, { recursive: true });
  }
}
