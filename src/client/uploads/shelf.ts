import type { RecordsPort, SettingsPort } from '../../ports/storage.ts';

export const UPLOADS = 'uploads';

/** Where the files of one person are kept until their messages are there (UP-9). */
export interface UploadShelf {
  readonly user: string;
  readonly records: RecordsPort;
  readonly failed: (what: string) => void;
  /** Where tabs of the person tell each other what was cancelled, and under which name. */
  readonly settings: SettingsPort;
  readonly told: string;
}

/** Whether anything is kept; what cannot be read counts as nothing. */
export const anyKept = async ({ user, records, failed }: UploadShelf): Promise<boolean> => {
  try {
    return (await records.readAll(user, UPLOADS)).size > 0;
  } catch {
    failed('uploads.notRead');
    return false;
  }
};
