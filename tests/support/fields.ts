/** Fields of answers and frames that tests look at; each answer has some of them. */
export interface Fields {
  readonly [more: string]: unknown;
  readonly id: string;
  readonly msg_id: number;
  readonly n: number;
  readonly type: string;
  readonly content: string;
  readonly sendTime: number;
  readonly at: readonly number[];
  readonly seq: number;
  readonly unread: number;
  readonly is_at: number;
  readonly count: number;
  readonly is_group: number;
  readonly displayName: string;
  readonly lastContent: string;
  readonly lastSendTime: number;
  readonly last: Fields;
  readonly user_id: number;
  readonly role: number;
  readonly friend_id: number;
  readonly friend: Fields;
  readonly userInfo: Fields;
  readonly authToken: string;
  readonly status: number;
  readonly code: number;
  readonly toContactId: string | number;
  readonly from_user: number;
  readonly data: Fields;
  readonly retry_ms: number;
  readonly chatInfo: Fields;
  readonly src: string;
  readonly download: string;
  readonly avatar: string;
  readonly extends: Fields;
}
