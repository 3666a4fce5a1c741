/*
 * vrm-video: MP4 by FFmpeg's libraries, H.264 where they have an encoder for it and else MPEG-4.
 * This is a module that is loaded when it is first needed. The file is made in memory, with its
 * index in front, so that a browser plays it while it loads.
 */
#include "animation.h"
#include "video_memory.h"

#include <libavcodec/avcodec.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 16384, MOST_WAITING = 1024 };

typedef struct mp4_animation {
    AVFormatContext *format;
    AVCodecContext *codec;
    AVStream *stream;
    AVFrame *frame;
    AVPacket *packet;
    struct SwsContext *converter;
    memory_file file;
    uint8_t *row_pixels;            /* of a frame on white, even in both directions */
    uint32_t width, height;         /* as given */
    int64_t at;                     /* milliseconds: when the next frame begins */
    int64_t lengths[MOST_WAITING];  /* of frames that the encoder has not given back */
    uint32_t first_length, waiting; /* a ring */
    bool is_ended, has_frame;
} mp4_animation;

/* --- Beginning --- */

static const AVCodec *find_encoder(void) {
    static const char *const names[] = {"libx264", "libopenh264"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const AVCodec *codec = avcodec_find_encoder_by_name(names[i]);
        if (codec != NULL) return codec;
    }
    return avcodec_find_encoder(AV_CODEC_ID_MPEG4);
}

/* x264 has a scale for quality, MPEG-4 another, and other encoders only know a rate. */
static void set_quality(AVCodecContext *codec, const AVCodec *encoder, double quality) {
    if (strcmp(encoder->name, "libx264") == 0) {
        av_opt_set_double(codec->priv_data, "crf", 40.0 - 0.25 * quality, 0);
    } else if (encoder->id == AV_CODEC_ID_MPEG4) {
        codec->flags |= AV_CODEC_FLAG_QSCALE;
        codec->global_quality = FF_QP2LAMBDA * (int)(2.0 + (100.0 - quality) * 0.1);
    } else {
        codec->bit_rate = (int64_t)codec->width * codec->height * 8;
    }
}

static bool open_codec(mp4_animation *animation, const AVCodec *encoder, float quality) {
    AVCodecContext *codec = avcodec_alloc_context3(encoder);
    animation->codec = codec;
    if (codec == NULL) return false;
    codec->width = (int)(animation->width + (animation->width & 1));
    codec->height = (int)(animation->height + (animation->height & 1));
    codec->pix_fmt = AV_PIX_FMT_YUV420P;
    codec->time_base = (AVRational){1, 1000};
    codec->framerate = (AVRational){30, 1};
    codec->gop_size = 60;
    codec->max_b_frames = 0; /* frames come back in their order */
    codec->color_range = AVCOL_RANGE_MPEG;
    codec->colorspace = AVCOL_SPC_BT709;
    codec->color_primaries = AVCOL_PRI_BT709;
    codec->color_trc = AVCOL_TRC_BT709;
    set_quality(codec, encoder, (double)quality);
    if (animation->format->oformat->flags & AVFMT_GLOBALHEADER) {
        codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    }
    return avcodec_open2(codec, encoder, NULL) == 0;
}

static bool open_converter(mp4_animation *animation) {
    int width = animation->codec->width, height = animation->codec->height;
    const int *table = sws_getCoefficients(SWS_CS_ITU709);
    animation->converter =
        sws_getContext(width, height, AV_PIX_FMT_RGBA, width, height, AV_PIX_FMT_YUV420P,
                       SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, NULL, NULL, NULL);
    return animation->converter != NULL &&
           sws_setColorspaceDetails(animation->converter, table, 1, table, 0, 0, 1 << 16,
                                    1 << 16) >= 0;
}

static bool open_frame(mp4_animation *animation) {
    AVCodecContext *codec = animation->codec;
    animation->packet = av_packet_alloc();
    animation->frame = av_frame_alloc();
    animation->row_pixels = malloc((size_t)codec->width * (size_t)codec->height * 4);
    if (animation->packet == NULL || animation->frame == NULL || animation->row_pixels == NULL) {
        return false;
    }
    animation->frame->format = codec->pix_fmt;
    animation->frame->width = codec->width;
    animation->frame->height = codec->height;
    return av_frame_get_buffer(animation->frame, 0) == 0;
}

static bool open_file(mp4_animation *animation) {
    AVDictionary *options = NULL;
    bool is_good;
    animation->stream = avformat_new_stream(animation->format, NULL);
    if (animation->stream == NULL || !memory_file_open(&animation->file, animation->format)) {
        return false;
    }
    animation->stream->time_base = animation->codec->time_base;
    if (avcodec_parameters_from_context(animation->stream->codecpar, animation->codec) < 0) {
        return false;
    }
    av_dict_set(&options, "movflags", "faststart", 0);
    av_dict_set(&options, "video_track_timescale", "1000", 0);
    is_good = avformat_write_header(animation->format, &options) >= 0;
    av_dict_free(&options);
    return is_good;
}

static bool set_up(mp4_animation *animation, const picture_animation_options *options) {
    const AVCodec *encoder = find_encoder();
    if (encoder == NULL || options->width == 0 || options->width > MOST_SIDE ||
        options->height == 0 || options->height > MOST_SIDE) {
        return false;
    }
    animation->width = options->width;
    animation->height = options->height;
    av_log_set_level(AV_LOG_QUIET);
    return avformat_alloc_output_context2(&animation->format, NULL, "mp4", NULL) >= 0 &&
           open_codec(animation, encoder, options->quality) && open_converter(animation) &&
           open_frame(animation) && open_file(animation);
}

/* --- Frames --- */

/* The frame on white; the last column and row are there twice where their number is odd. */
static void lay_on_white(mp4_animation *animation, const uint8_t *pixels) {
    uint32_t width = (uint32_t)animation->codec->width, height = (uint32_t)animation->codec->height;
    for (uint32_t y = 0; y < height; ++y) {
        uint32_t from_y = y < animation->height ? y : animation->height - 1;
        for (uint32_t x = 0; x < width; ++x) {
            uint32_t from_x = x < animation->width ? x : animation->width - 1;
            const uint8_t *from = pixels + ((size_t)from_y * animation->width + from_x) * 4;
            uint8_t *to = animation->row_pixels + ((size_t)y * width + x) * 4;
            for (int c = 0; c < 3; ++c) {
                to[c] = (uint8_t)((from[c] * from[3] + 255 * (255 - from[3]) + 127) / 255);
            }
            to[3] = 255;
        }
    }
}

/* Writes what the encoder has ready. */
static bool write_packets(mp4_animation *animation) {
    for (;;) {
        int result = avcodec_receive_packet(animation->codec, animation->packet);
        if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return true;
        if (result < 0 || animation->waiting == 0) return false;
        animation->packet->duration = animation->lengths[animation->first_length];
        animation->first_length = (animation->first_length + 1) % MOST_WAITING;
        --animation->waiting;
        animation->packet->stream_index = animation->stream->index;
        av_packet_rescale_ts(animation->packet, animation->codec->time_base,
                             animation->stream->time_base);
        if (av_interleaved_write_frame(animation->format, animation->packet) < 0) return false;
    }
}

static bool add(void *state, const uint8_t *pixels, uint32_t milliseconds,
                const char **out_problem) {
    mp4_animation *animation = state;
    const uint8_t *planes[1] = {animation->row_pixels};
    int strides[1] = {animation->codec->width * 4};
    *out_problem = "a frame could not be added to the video";
    if (animation->is_ended || milliseconds == 0 || milliseconds >= 1u << 24 ||
        animation->waiting == MOST_WAITING || av_frame_make_writable(animation->frame) < 0) {
        return false;
    }
    lay_on_white(animation, pixels);
    sws_scale(animation->converter, planes, strides, 0, animation->codec->height,
              animation->frame->data, animation->frame->linesize);
    animation->frame->pts = animation->at;
    animation->at += milliseconds;
    animation->lengths[(animation->first_length + animation->waiting++) % MOST_WAITING] =
        milliseconds;
    animation->has_frame = true;
    return avcodec_send_frame(animation->codec, animation->frame) >= 0 && write_packets(animation);
}

static uint8_t *encode(void *state, size_t *out_size, const char **out_problem) {
    mp4_animation *animation = state;
    uint8_t *bytes;
    *out_problem = "the video could not be encoded: it has no frames, or memory is short";
    if (!animation->is_ended) {
        if (!animation->has_frame || avcodec_send_frame(animation->codec, NULL) < 0 ||
            !write_packets(animation) || av_write_trailer(animation->format) < 0) {
            return NULL;
        }
        animation->is_ended = true;
    }
    bytes = malloc(animation->file.size);
    if (bytes == NULL) return NULL;
    memcpy(bytes, animation->file.bytes, animation->file.size);
    *out_size = animation->file.size;
    return bytes;
}

static void end(void *state) {
    mp4_animation *animation = state;
    sws_freeContext(animation->converter);
    av_frame_free(&animation->frame);
    av_packet_free(&animation->packet);
    avcodec_free_context(&animation->codec);
    if (animation->format != NULL) {
        memory_file_close(animation->format);
        avformat_free_context(animation->format);
    }
    free(animation->file.bytes);
    free(animation->row_pixels);
    free(animation);
}

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
void *
vrm_video_begin(const picture_animation_options *options, const animation_writer **out_writer,
                const char **out_problem);

void *vrm_video_begin(const picture_animation_options *options, const animation_writer **out_writer,
                      const char **out_problem) {
    static const animation_writer writer = {add, encode, end};
    mp4_animation *animation = calloc(1, sizeof *animation);
    *out_writer = &writer;
    if (animation != NULL && set_up(animation, options)) return animation;
    if (animation != NULL) end(animation);
    *out_problem = "the video cannot be started: FFmpeg's libraries have no encoder for H.264 or "
                   "MPEG-4, or the frames have more than 16,384 pixels per side";
    return NULL;
}
