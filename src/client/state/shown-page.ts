/** The page that the app shows, as far as the state does not determine it. */
export interface ShownPage {
  /** Address inside the app, with its query: `/pages/message/chat?id=7`. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly dark: boolean;
  readonly language: string;
}
