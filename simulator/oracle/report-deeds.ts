/** Reports of users to the administrators, and their outcome. */
export type ReportDeed =
  | {
      readonly do: 'report';
      readonly by: number;
      readonly report: number;
      readonly about: ReportedThing;
    }
  | { readonly do: 'decideReport'; readonly by: null; readonly report: number };

/** A line by its name on the wire, a person, or a group. */
export type ReportedThing =
  | { readonly kind: 'message'; readonly id: string }
  | { readonly kind: 'person'; readonly person: number }
  | { readonly kind: 'group'; readonly chat: string };

export const isReportDeed = (deed: { readonly do: string }): deed is ReportDeed =>
  deed.do === 'report' || deed.do === 'decideReport';
