import { isObject } from '../is-object.ts';

/**
 * A part of what a server or a model says: a text, an image, audio, a resource, or a link to one.
 * Its `type` says which, and with that which of the other fields it has. Untrusted where a server
 * sent it, and passed on as it came.
 */
export interface ContentPart {
  /** `text`, `image`, `audio`, `resource`, `resource_link`, or what a later protocol adds. */
  readonly type: string;
  /** Of a text. */
  readonly text?: string;
  /** Of an image or of audio, in Base64. */
  readonly data?: string;
  /** Of an image, of audio, or of what a link leads to. */
  readonly mimeType?: string;
  /** Where a link leads. */
  readonly uri?: string;
  /** Of a link. */
  readonly name?: string;
  /** What a resource holds. */
  readonly resource?: {
    readonly uri: string;
    readonly mimeType?: string;
    readonly text?: string;
    /** In Base64. */
    readonly blob?: string;
  };
  readonly [extra: string]: unknown;
}

/** Whether a value can be handled as a part; its fields may still hold anything. */
export function isContentPart(value: unknown): value is ContentPart {
  return isObject(value) && typeof value['type'] === 'string';
}
