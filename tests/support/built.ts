import { buildWhenStale } from '../../src/tools/build.mjs';

/** Builds the client and server for browser and crash tests, as users run them. */
export default async function build(): Promise<void> {
  await buildWhenStale();
}
