import type { CallView } from '../../src/client/interface/calls.ts';
import type { Tab } from './device.ts';

/** The call shown in one tab, and since when. */
export interface ShownCall {
  readonly person: number;
  readonly tab: Tab;
  readonly view: CallView;
  readonly sinceMs: number;
}

/** How a call ended on one tab. */
export interface EndedCall {
  readonly tab: Tab;
  readonly view: CallView;
  /** This side had a connection. */
  readonly talked: boolean;
  readonly endedMs: number;
  /** The tab continues under the same session: its end of the call reaches the record. */
  isReporting: boolean;
}

/** Watches the calls of all tabs as the people before them do. */
export class CallWatch {
  readonly visibleCalls = new Map<Tab, ShownCall>();
  readonly ended: EndedCall[] = [];

  constructor(
    private readonly now: () => number,
    private readonly count: (what: string) => void,
  ) {}

  /** Tabs in a stage, the oldest first. */
  in(...stages: readonly CallView['stage'][]): readonly ShownCall[] {
    return [...this.visibleCalls.values()].filter(
      ({ tab, view }) => !tab.clock.dead && stages.includes(view.stage),
    );
  }

  changed(person: number, tab: Tab): void {
    const view = tab.client.calls.get();
    const was = this.visibleCalls.get(tab);
    if (view === null) {
      this.visibleCalls.delete(tab);
      if (was?.view.stage === 'ringing' && this.elsewhere(person, tab, was.view))
        this.count('mark: answered elsewhere');
      return;
    }
    if (was?.view.id === view.id && was.view.stage === view.stage) {
      this.visibleCalls.set(tab, { ...was, view });
      return;
    }
    if (
      was &&
      was.view.id !== view.id &&
      was.view.caller &&
      !view.caller &&
      was.view.peer === view.peer &&
      was.view.stage !== 'ended'
    )
      this.count('mark: a glare happened');
    if (view.stage === 'ringing') this.count('mark: rang');
    if (view.stage === 'talking' && was?.view.stage !== 'reconnecting') this.count('mark: talked');
    if (view.stage === 'returning') this.count('mark: asked to come back to a talk');
    if (view.stage === 'reconnecting' && was?.view.stage === 'preparing')
      this.count('mark: came back to a talk');
    if (view.stage === 'reconnecting') this.count('mark: call interrupted');
    if (view.stage === 'ended') {
      this.count(`mark: call ${view.end ?? 'over'}`);
      const talked = view.talkingSinceMs !== null;
      this.ended.push({ tab, view, talked, endedMs: this.now(), isReporting: true });
    }
    this.visibleCalls.set(tab, { person, tab, view, sinceMs: this.now() });
  }

  /** The tab's session ended, and its unsent reports with it. */
  left(tab: Tab): void {
    for (const one of this.ended) if (one.tab === tab) one.isReporting = false;
  }

  private elsewhere(person: number, tab: Tab, view: CallView): boolean {
    return [...this.visibleCalls.values()].some(
      (one) =>
        one.person === person &&
        one.tab !== tab &&
        one.view.id === view.id &&
        one.view.stage !== 'ringing' &&
        one.view.stage !== 'ended',
    );
  }
}
