import type { Checker } from './checker.ts';

/** A page sounds and reports each piece of news once, and nothing else (ALERT-2, EFFECT-1, STORE-12). */
export const alertsChecker: Checker = {
  name: 'only news is sounded and shown',
  always: ({ alerts }) => alerts.end(),
  end: (world) => world.tabs().flatMap(({ alerts }) => alerts.end()),
};

/** Devices get no push of what is muted, read, blocked or gone (PUSH-3, PUSH-23). */
export const pushesChecker: Checker = {
  name: 'only news is pushed',
  end: ({ pushes }) => pushes.end(),
};
