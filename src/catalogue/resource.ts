/** A resource as its server describes it. Names and texts are untrusted. */
export interface Resource extends Described {
  readonly uri: string;
  /** In bytes. */
  readonly size?: number;
}

/** A family of resources, by a URI template (RFC 6570). */
export interface ResourceTemplate extends Described {
  readonly uriTemplate: string;
}

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** As a host may offer it now (T6). */
export interface ListedResource extends Resource, Offered {}

/** As a host may offer it now (T6). */
export interface ListedResourceTemplate extends ResourceTemplate, Offered {}

interface Offered {
  readonly server: string;
  readonly availability: 'ready' | 'reconnecting' | 'parked';
}
