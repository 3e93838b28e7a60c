import { buildWhenStale } from '../../src/tools/build.mjs';

/** The browser and crash tests run what people run: the built client and server. */
export default async function build(): Promise<void> {
  await buildWhenStale();
}
