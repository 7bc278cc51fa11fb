/** Pixels, from the header of an image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export interface ImageRequest {
  /** Bytes of the file. */
  readonly size: number;
}

export interface ImageHeader {
  /** Absent where it is no image, or its header says nothing. */
  readonly size?: ImageSize;
}
