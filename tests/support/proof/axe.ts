import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Reports elements without their text, which it would write down for every element that it looks at. */
const engine = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ noHtml: true });`;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly element: Element; readonly failureSummary?: string }[];
}

interface Engine {
  getRules(): readonly { readonly ruleId: string; readonly tags: readonly string[] }[];
  run(context: unknown, options: object): Promise<{ readonly violations: readonly Violation[] }>;
}

export interface Reading {
  /** A selector; without it the whole page is checked. */
  readonly within?: string | null;
  /** A selector of parts that are checked elsewhere. Everything around them is checked. */
  readonly except?: string | null;
  /** Skips rules about structure, whose result is the same in every language. */
  readonly wordsOnly?: boolean;
}

/** Findings of the accessibility engine, of any impact, one line each. */
export async function violations(page: Page, reading: Reading = {}): Promise<readonly string[]> {
  let match = await page.evaluate(inPage, reading);
  if (match === null) {
    await page.evaluate(engine);
    match = await page.evaluate(inPage, reading);
  }
  return (match ?? ['the accessibility engine did not load']).slice();
}

/** Runs in the page, alone; null where the engine is missing. */
async function inPage({
  within = null,
  except = null,
  wordsOnly = false,
}: Reading): Promise<string[] | null> {
  const { axe } = globalThis as unknown as { axe?: Engine };
  if (axe === undefined) return null;
  const structure = /^cat\.(?:aria|keyboard|parsing|semantics|structure|tables|time-and-media)$/;
  const skipped = axe
    .getRules()
    .filter(
      ({ ruleId, tags }) =>
        wordsOnly && tags.some((tag) => structure.test(tag)) && !/name|label|unique|scrollable/.test(ruleId),
    );
  const context = within ?? (except === null ? document : { exclude: [[except]] });
  const { violations } = await axe.run(context, {
    resultTypes: ['violations'],
    elementRef: true,
    // The other files that it loads in advance are for a rule that is off.
    preload: { assets: ['media'] },
    rules: Object.fromEntries(skipped.map(({ ruleId }) => [ruleId, { enabled: false }])),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ element, failureSummary = '' }) =>
        `${id}: ${element.outerHTML.slice(0, 300)} ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  );
}
