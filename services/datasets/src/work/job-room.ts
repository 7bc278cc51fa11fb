import { type AccountRoom, type Charge, NO_CHARGE, sumOf } from '@cairn/assets';
import { JobRefused, type ServiceTools } from '@cairn/kernel';
import type { KnownJob } from '../domain/job/state.js';
import { ITEMS } from '../read-models/items/project.js';
import { datasetUsage } from '../usage.js';
import type { ItemCreatedEvent } from '../domain/item/item-created-event.js';

/**
 * Whether the owner of a dataset has room for what a job stores there, asked for each slice. Throws `JobRefused` when it
 * has not: what landed stays. While the disk is too full it throws what makes a job wait.
 */
export class JobRoom {
  readonly #accounts: AccountRoom;
  /** Of the slice before, which may not be counted yet. */
  #ahead = NO_CHARGE;

  constructor(
    private readonly tools: Pick<ServiceTools, 'documents' | 'quotas' | 'space'>,
    private readonly job: KnownJob,
    /** How many items of the job are stored. */
    private readonly landed: () => number = () => 0,
  ) {
    this.#accounts = datasetUsage.room(tools.documents, tools.quotas);
  }

  /** Before anything is stored: for a file of so many items, of which no more can be there than the version ever had. */
  async forFile(items: number): Promise<void> {
    const { items: there } = await datasetUsage.everIn(this.tools.documents, this.job.version_id);
    await this.#for({ items: Math.max(0, items - there) });
  }

  /** Before the files of a slice are stored. */
  forBytes(bytes: number): Promise<void> {
    return this.#for({ bytes });
  }

  /**
   * Those that are there already take nothing; that is looked at only when there is no room for all. `settled` answers when
   * what was stored before is counted.
   */
  async forItems(items: readonly ItemCreatedEvent[], settled: () => Promise<void>): Promise<void> {
    await this.tools.space?.check();
    const wanted = datasetUsage.chargeOfAll(items);
    const withAhead = sumOf(this.#ahead, wanted);
    this.#ahead = sumOf(NO_CHARGE, wanted);
    if ((await this.#refusal(withAhead)) === undefined) return;
    await settled();
    const ids = items.map(({ data }) => data.id);
    const there = new Set((await this.tools.documents.getMany(ITEMS, ids)).map(({ id }) => id));
    await this.#for(datasetUsage.chargeOfAll(items.filter(({ data }) => !there.has(data.id))));
  }

  async #for(wanted: Partial<Charge>): Promise<void> {
    const refusal = await this.#refusal(wanted);
    if (refusal === undefined) return;
    const landed = this.landed();
    const stays = landed === 0 ? 'Nothing was stored.' : `What was stored stays: ${landed} items.`;
    throw new JobRefused(refusal.refused, `${refusal.detail} ${stays}`, refusal.errors);
  }

  async #refusal(wanted: Partial<Charge>) {
    return (await this.#accounts.inAsset(this.job.dataset_id, wanted)).refusal;
  }
}
