import { randomInt } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';

const LATEST_MS = 400;

/** The fault itself: the moment of death is what varies. */
export const someMoment = (): Promise<void> => later(randomInt(LATEST_MS));

/** Kills in scenes of at most so many; each scene writes somewhere else, so that comparing stays short. */
export const scenesOf = (
  kills: number,
  inAScene: number,
): readonly { readonly kills: number; readonly scene: number }[] =>
  Array.from({ length: Math.ceil(kills / inAScene) }, (_, index) => ({
    kills: Math.min(inAScene, kills - index * inAScene),
    scene: index + 1,
  }));
