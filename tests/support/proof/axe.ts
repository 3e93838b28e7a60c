import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const engine = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface Engine {
  run(context: unknown, options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

/**
 * Findings of the accessibility engine, of any impact, one line each. `within` is a selector; without it the
 * whole page is checked.
 */
export async function violations(page: Page, within: string | null = null): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(engine);
  const found = await page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as { axe: Engine };
    return (await axe.run(selector ?? document, { resultTypes: ['violations'] })).violations;
  }, within);
  return found.flatMap((one) =>
    one.nodes.map(
      (node) => `${one.id}: ${node.html.slice(0, 300)} ${(node.failureSummary ?? '').replace(/\s+/g, ' ')}`,
    ),
  );
}
