import { load } from './contender.ts';
import type { Tally } from './crowd.ts';

/** Prints each row with its limits and keeps those that are over. */
export class Rows {
  readonly over: string[] = [];

  /** A ratio with the upper limit `must`; `aim` is the target. */
  ratio(
    name: string,
    value: number,
    limits: { readonly must: number; readonly aim?: number },
    note: string,
  ): void {
    const aim = limits.aim === undefined ? '' : `, aim ${limits.aim}`;
    const line = `${name}: ${value.toFixed(2)}${limits.must === Infinity ? '' : ` (must ${limits.must}${aim})`}`;
    console.log(`  ${value <= limits.must ? '' : 'NOT MET  '}${line}`);
    console.log(`      ${note}; load ${load()}`);
    if (value > limits.must) this.over.push(line);
  }

  note(text: string): void {
    console.log(`      ${text}`);
  }

  nothingLost(name: string, { sent, lost, doubled }: Tally): void {
    console.log(`      ${name}: ${sent} sent, lost ${lost}, doubled ${doubled}`);
    if (lost > 0 || doubled > 0) this.over.push(`${name}: ${sent} sent, lost ${lost}, doubled ${doubled}`);
  }

  /** Checks that no message is lost or doubled, and that each store has a row for each message. */
  whole(
    name: string,
    { sent, delivered, lost, doubled }: Tally,
    stored: { readonly messages: number; readonly events: number },
  ): void {
    console.log(
      `      ${name}: ${sent} sent, ${stored.messages} message rows, ${stored.events} event rows, ${delivered} frames, lost ${lost}, doubled ${doubled}`,
    );
    if (lost > 0 || doubled > 0 || stored.messages !== sent || stored.events !== sent)
      this.over.push(`${name}: ${sent} sent, ${stored.messages} stored, lost ${lost}, doubled ${doubled}`);
  }
}
