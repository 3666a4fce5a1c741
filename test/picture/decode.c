#include "picture/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef VRM_HAVE_GIF
#include <gif_lib.h>
#endif
#ifdef VRM_HAVE_JPEG
#include <jpeglib.h>
#endif
#ifdef VRM_HAVE_WEBP_WRITER
#include <webp/demux.h>
#endif
#ifdef VRM_TEST_AV
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
#endif

void decoded_release(decoded *movie) {
    free(movie->pixels);
    memset(movie, 0, sizeof *movie);
}

/* Room for one frame more; a copy of the one before it, or transparent. */
static uint8_t *next_frame(decoded *out) {
    size_t size = (size_t)out->width * out->height * 4;
    uint8_t *larger = realloc(out->pixels, size * (out->count + 1)), *frame;
    if (larger == NULL) abort();
    out->pixels = larger;
    frame = larger + size * out->count;
    if (out->count > 0) {
        memcpy(frame, frame - size, size);
    } else {
        memset(frame, 0, size);
    }
    ++out->count;
    return frame;
}

/* --- GIF --- */

#ifdef VRM_HAVE_GIF

typedef struct source {
    const uint8_t *bytes;
    size_t size, at;
} source;

static int read_source(GifFileType *gif, GifByteType *out, int count) {
    source *from = gif->UserData;
    size_t left = from->size - from->at, size = (size_t)count < left ? (size_t)count : left;
    memcpy(out, from->bytes + from->at, size);
    from->at += size;
    return (int)size;
}

static void show(const GifFileType *gif, int index, decoded *out) {
    const SavedImage *image = &gif->SavedImages[index];
    const GifImageDesc *at = &image->ImageDesc;
    GraphicsControlBlock control;
    uint8_t *frame = next_frame(out);
    if (DGifSavedExtensionToGCB((GifFileType *)(uintptr_t)gif, index, &control) != GIF_OK) abort();
    out->milliseconds += (uint32_t)control.DelayTime * 10;
    if (control.DisposalMode == DISPOSE_BACKGROUND) {
        memset(frame, 0, (size_t)out->width * out->height * 4); /* what was there has gone */
    }
    for (int i = 0; i < at->Width * at->Height; ++i) {
        int index_of = image->RasterBits[i], x = at->Left + i % at->Width,
            y = at->Top + i / at->Width;
        uint8_t *pixel = frame + ((size_t)y * out->width + (size_t)x) * 4;
        if (index_of == control.TransparentColor) continue;
        pixel[0] = at->ColorMap->Colors[index_of].Red;
        pixel[1] = at->ColorMap->Colors[index_of].Green;
        pixel[2] = at->ColorMap->Colors[index_of].Blue;
        pixel[3] = 255;
    }
}

bool decode_gif(const uint8_t *bytes, size_t size, decoded *out) {
    source from = {bytes, size, 0};
    GifFileType *gif = DGifOpen(&from, read_source, NULL);
    const ExtensionBlock *first;
    memset(out, 0, sizeof *out);
    if (gif == NULL || DGifSlurp(gif) != GIF_OK || from.at != size) return false;
    out->width = (uint32_t)gif->SWidth;
    out->height = (uint32_t)gif->SHeight;
    for (int i = 0; i < gif->ImageCount; ++i) show(gif, i, out);
    first = gif->SavedImages[0].ExtensionBlocks;
    out->is_endless = first[0].Function == APPLICATION_EXT_FUNC_CODE &&
                      memcmp(first[0].Bytes, "NETSCAPE2.0", 11) == 0 && first[1].Bytes[1] == 0;
    DGifCloseFile(gif, NULL);
    return true;
}

#else
bool decode_gif(const uint8_t *bytes, size_t size, decoded *out) {
    (void)bytes, (void)size, (void)out;
    return false;
}
#endif

/* --- WebP --- */

#ifdef VRM_HAVE_WEBP_WRITER
bool decode_webp(const uint8_t *bytes, size_t size, decoded *out) {
    WebPData data = {bytes, size};
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, NULL);
    WebPAnimInfo info;
    memset(out, 0, sizeof *out);
    if (decoder == NULL || !WebPAnimDecoderGetInfo(decoder, &info)) return false;
    out->width = info.canvas_width;
    out->height = info.canvas_height;
    while (WebPAnimDecoderHasMoreFrames(decoder)) {
        uint8_t *pixels;
        int until;
        if (!WebPAnimDecoderGetNext(decoder, &pixels, &until)) return false;
        memcpy(next_frame(out), pixels, (size_t)out->width * out->height * 4);
        out->milliseconds = (uint32_t)until;
    }
    WebPAnimDecoderDelete(decoder);
    return true;
}
#else
bool decode_webp(const uint8_t *bytes, size_t size, decoded *out) {
    (void)bytes, (void)size, (void)out;
    return false;
}
#endif

/* --- JPEG --- */

#ifdef VRM_HAVE_JPEG
bool decode_jpeg(const uint8_t *bytes, size_t size, decoded *out) {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    JSAMPROW row;
    memset(out, 0, sizeof *out);
    jpeg.err = jpeg_std_error(&errors); /* ends the program */
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, (unsigned long)size);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(&jpeg);
    out->width = jpeg.output_width;
    out->height = jpeg.output_height;
    next_frame(out);
    while (jpeg.output_scanline < jpeg.output_height) {
        row = out->pixels + (size_t)jpeg.output_scanline * out->width * 4;
        jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    return true;
}
#else
bool decode_jpeg(const uint8_t *bytes, size_t size, decoded *out) {
    (void)bytes, (void)size, (void)out;
    return false;
}
#endif

/* --- MP4 --- */

#ifdef VRM_TEST_AV

typedef struct mp4_reader {
    AVFormatContext *format;
    AVCodecContext *codec;
    AVFrame *frame;
    struct SwsContext *converter;
} mp4_reader;

static bool take_frames(mp4_reader *reader, decoded *out) {
    const int *table = sws_getCoefficients(SWS_CS_ITU709);
    while (avcodec_receive_frame(reader->codec, reader->frame) == 0) {
        uint8_t *planes[1];
        int strides[1];
        out->width = (uint32_t)reader->frame->width;
        out->height = (uint32_t)reader->frame->height;
        if (reader->converter == NULL) {
            reader->converter = sws_getContext(
                reader->frame->width, reader->frame->height, reader->frame->format,
                reader->frame->width, reader->frame->height, AV_PIX_FMT_RGBA,
                SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
            sws_setColorspaceDetails(reader->converter, table, 0, table, 1, 0, 1 << 16, 1 << 16);
        }
        planes[0] = next_frame(out);
        strides[0] = reader->frame->width * 4;
        sws_scale(reader->converter, (const uint8_t *const *)reader->frame->data,
                  reader->frame->linesize, 0, reader->frame->height, planes, strides);
    }
    return true;
}

static bool read_movie(mp4_reader *reader, decoded *out) {
    const AVCodecParameters *parameters;
    AVPacket *packet = av_packet_alloc();
    if (avformat_find_stream_info(reader->format, NULL) < 0 || reader->format->nb_streams != 1) {
        return false;
    }
    parameters = reader->format->streams[0]->codecpar;
    reader->codec = avcodec_alloc_context3(avcodec_find_decoder(parameters->codec_id));
    reader->frame = av_frame_alloc();
    if (avcodec_parameters_to_context(reader->codec, parameters) < 0 ||
        avcodec_open2(reader->codec, NULL, NULL) < 0 || parameters->format != AV_PIX_FMT_YUV420P) {
        return false;
    }
    while (av_read_frame(reader->format, packet) >= 0) {
        if (avcodec_send_packet(reader->codec, packet) < 0) return false;
        av_packet_unref(packet);
        take_frames(reader, out);
    }
    avcodec_send_packet(reader->codec, NULL);
    take_frames(reader, out);
    av_packet_free(&packet);
    out->milliseconds = (uint32_t)(reader->format->duration / 1000);
    return true;
}

static bool comes_first(const uint8_t *bytes, size_t size, const char *one, const char *other) {
    for (size_t i = 0; i + 4 <= size; ++i) {
        if (memcmp(bytes + i, one, 4) == 0) return true;
        if (memcmp(bytes + i, other, 4) == 0) return false;
    }
    return false;
}

bool decode_mp4(const uint8_t *bytes, size_t size, decoded *out) {
    /* A file is what FFmpeg's libraries read most simply. */
    static const char path[] = "decode_mp4.mp4";
    mp4_reader reader = {0};
    FILE *file = fopen(path, "wb");
    bool is_good;
    memset(out, 0, sizeof *out);
    if (file == NULL) return false;
    is_good = fwrite(bytes, 1, size, file) == size;
    is_good = fclose(file) == 0 && is_good &&
              avformat_open_input(&reader.format, path, NULL, NULL) == 0 &&
              read_movie(&reader, out);
    out->has_index_first = comes_first(bytes, size, "moov", "mdat");
    sws_freeContext(reader.converter);
    av_frame_free(&reader.frame);
    avcodec_free_context(&reader.codec);
    avformat_close_input(&reader.format);
    remove(path);
    return is_good;
}

#else
bool decode_mp4(const uint8_t *bytes, size_t size, decoded *out) {
    (void)bytes, (void)size, (void)out;
    return false;
}
#endif
