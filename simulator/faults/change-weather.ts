import { FINE } from '../gear/surroundings.ts';
import type { Strike } from './strike.ts';

/** The network, the store or the bus get bad in some ways at once. */
export function weatherChange({ world, chance }: Strike): void {
  const { weather } = world;
  const odds = (one: number) => (chance.happens(0.4) ? one * chance.next() : 0);
  weather.latencyMs = chance.pick([5, 50, 500, 3_000]);
  weather.storeMs = chance.pick([0.2, 2, 20]);
  weather.diskMs = chance.pick([3, 30, 150]);
  weather.busDelayMs = chance.pick([1, 20, 800]);
  weather.busLoss = odds(0.9);
  weather.requestLoss = odds(0.5);
  weather.answerLoss = odds(0.5);
  weather.silence = odds(0.2);
  weather.repeat = odds(0.4);
  weather.commitFails = odds(0.2);
  weather.slowTransaction = odds(0.5);
  weather.readFails = odds(0.05);
  weather.runsTwice = odds(0.5);
  weather.breaksAtFrame = odds(0.05);
  weather.slowReader = odds(0.02);
  weather.hangs = odds(0.4);
  weather.mediaDenied = odds(0.3);
  weather.mediaBroken = odds(0.5);
}

export function calmWeather({ world }: Strike): void {
  Object.assign(world.weather, FINE);
}
