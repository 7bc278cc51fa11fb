import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import { freePort } from '../../support/topology.js';

const VERSION = '3.17.2';
const { CAIRN_BENCH_PEERS: own, XDG_CACHE_HOME: cache = join(homedir(), '.cache') } = process.env;
const home = join(own ?? join(cache, 'cairn/peers'), `mlflow-${VERSION}`);
const program = join(home, 'bin/mlflow');

/** How it is installed where the row looks for it; `undefined` when it is there. */
export const mlflowMissing = (): string | undefined =>
  existsSync(program) ? undefined : `python3 -m venv ${home} && ${home}/bin/pip install mlflow==${VERSION}`;

/** As it is quickest here: its default, uvicorn, answers a third of the requests. Four workers are its default. */
const ARGUMENTS = ['--gunicorn-opts', '--worker-class gthread --threads 2', '--host', '127.0.0.1'];
const READY_MS = 60_000;
const POLL_MS = 100;

/** An MLflow tracking server with its model registry in a SQLite file. */
export class Mlflow {
  #ended: Promise<unknown>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly baseUrl: string,
  ) {
    this.#ended = once(child, 'exit');
  }

  /** Answers when it can be asked. */
  static async start(): Promise<Mlflow> {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-mlflow-'));
    const port = String(await freePort());
    const places = [
      '--backend-store-uri',
      `sqlite:///${folder}/mlflow.db`,
      '--default-artifact-root',
      folder,
    ];
    const child = spawn(program, ['server', ...ARGUMENTS, ...places, '--port', port], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        MLFLOW_DISABLE_TELEMETRY: 'true',
        // Processes for jobs, which nothing here asks for.
        MLFLOW_SERVER_ENABLE_JOB_EXECUTION: 'false',
      },
    });
    const mlflow = new Mlflow(child, folder, `http://127.0.0.1:${port}`);
    try {
      await mlflow.#ready();
    } catch (error) {
      await mlflow.end();
      throw error;
    }
    return mlflow;
  }

  /**
   * Copies the first version of a model until it has so many, straight into the file: by its API 100,000 take a quarter of
   * an hour.
   */
  fill(model: string, from: number, to: number): void {
    const database = new Libsql(join(this.folder, 'mlflow.db'));
    try {
      database
        .prepare(
          `WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
           INSERT INTO model_versions (name, version, creation_time, last_updated_time, description, user_id,
             current_stage, source, run_id, status, status_message, run_link, storage_location, workspace)
           SELECT name, n, creation_time + n, last_updated_time + n, description, user_id,
             current_stage, source, run_id, status, status_message, run_link, storage_location, workspace
           FROM model_versions JOIN numbers WHERE name = ? AND version = 1`,
        )
        .run([from + 1, to, model]);
    } finally {
      database.close();
    }
  }

  async end(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.#ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #ready(): Promise<void> {
    const until = performance.now() + READY_MS;
    while (!(await this.#answers())) {
      if (this.child.exitCode !== null || performance.now() > until)
        throw new Error('MLflow did not come up');
      await pause(POLL_MS);
    }
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.baseUrl}/health`)).ok;
    } catch (error) {
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
}
