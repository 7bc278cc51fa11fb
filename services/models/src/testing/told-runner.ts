import type { Asker } from '@cairn/kernel';
import {
  IDLE,
  type ModelInput,
  type ModelRunner,
  type RunAnswer,
  type RunFailure,
  type RunnableModel,
} from '../running/port.js';

/** Answers what it is told to, and keeps what it was asked: it stands in for what runs models. */
export class ToldRunner implements ModelRunner {
  readonly load = IDLE;
  readonly asked: {
    readonly model: RunnableModel;
    readonly input: ModelInput;
    readonly deadlineMs?: number;
    readonly asker?: Asker | undefined;
  }[] = [];
  answer: RunAnswer | RunFailure = {
    predictions: [
      { prediction: 'spam', classId: 1, confidence: 0.9, type: 'classification', value: {} },
      { prediction: 'ham', classId: 0, confidence: 0.1, type: 'classification', value: {} },
    ],
    inferenceMs: 12.84,
  };

  async inspect() {
    return {
      inputs: [{ name: 'text', type: 'string', shape: [null, 1] }],
      outputs: [{ name: 'scores', type: 'float32', shape: [null, 2] }],
      ...{ opset: 17, producer: 'a spec', quantized: false },
    };
  }
  async inspectTokenizer() {
    return { vocabulary: 5 };
  }
  async run(
    model: RunnableModel,
    input: ModelInput,
    deadlineMs: number,
    asker?: Asker,
  ): Promise<RunAnswer | RunFailure> {
    this.asked.push({ model, input, deadlineMs, asker });
    return this.answer;
  }
  async close(): Promise<void> {
    this.asked.length = 0;
  }
}

/** The shortest file that can be taken for an ONNX model: a version, a graph, an opset. */
export const SHORTEST_ONNX = Buffer.from([0x08, 0x09, 0x3a, 0x00, 0x42, 0x02, 0x10, 0x11]);
