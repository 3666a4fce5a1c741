/* Packets of face trackers, whole and broken. */
#include "base/math.h"
#include "test.h"
#include "vrm/live/face.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The weight of shape i is i * 7 % 101 hundredths. */
static const char mocap[] =
    "eyeBlink_L-0|eyeLookDown_L-7|eyeLookIn_L-14|eyeLookOut_L-21|eyeLookUp_L-28|"
    "eyeSquint_L-35|eyeWide_L-42|eyeBlink_R-49|eyeLookDown_R-56|eyeLookIn_R-63|"
    "eyeLookOut_R-70|eyeLookUp_R-77|eyeSquint_R-84|eyeWide_R-91|jawForward-98|"
    "jawLeft-4|jawRight-11|jawOpen-18|mouthClose-25|mouthFunnel-32|mouthPucker-39|"
    "mouthLeft-46|mouthRight-53|mouthSmile_L-60|mouthSmile_R-67|mouthFrown_L-74|"
    "mouthFrown_R-81|mouthDimple_L-88|mouthDimple_R-95|mouthStretch_L-1|"
    "mouthStretch_R-8|mouthRollLower-15|mouthRollUpper-22|mouthShrugLower-29|"
    "mouthShrugUpper-36|mouthPress_L-43|mouthPress_R-50|mouthLowerDown_L-57|"
    "mouthLowerDown_R-64|mouthUpperUp_L-71|mouthUpperUp_R-78|browDown_L-85|"
    "browDown_R-92|browInnerUp-99|browOuterUp_L-5|browOuterUp_R-12|cheekPuff-19|"
    "cheekSquint_L-26|cheekSquint_R-33|noseSneer_L-40|noseSneer_R-47|tongueOut-54|"
    "hapihapi-0|trackingStatus-1|=head#-21.5,-6.25,4.5,-0.03,-0.1,-0.65|"
    "rightEye#6.5,2.5,0.25|leftEye#6.0,-1.5,-0.125|";

static const char studio[] =
    "{\"Timestamp\":1664817520079,\"Hotkey\":-1,\"FaceFound\":true,"
    "\"Rotation\":{\"x\":-21.5,\"y\":-6.25,\"z\":4.5},\"Position\":{\"x\":0.4,\"y\":1.3,\"z\":4.7},"
    "\"EyeLeft\":{\"x\":6.0,\"y\":-1.5,\"z\":-0.125},\"EyeRight\":{\"x\":6.5,\"y\":2.5,\"z\":0.25},"
    "\"BlendShapes\":["
    "{\"k\":\"EyeBlinkLeft\",\"v\":0.0},{\"k\":\"EyeLookDownLeft\",\"v\":0.07},"
    "{\"k\":\"EyeLookInLeft\",\"v\":0.14},{\"k\":\"EyeLookOutLeft\",\"v\":0.21},"
    "{\"k\":\"EyeLookUpLeft\",\"v\":0.28},{\"k\":\"EyeSquintLeft\",\"v\":0.35},"
    "{\"k\":\"EyeWideLeft\",\"v\":0.42},{\"k\":\"EyeBlinkRight\",\"v\":0.49},"
    "{\"k\":\"EyeLookDownRight\",\"v\":0.56},{\"k\":\"EyeLookInRight\",\"v\":0.63},"
    "{\"k\":\"EyeLookOutRight\",\"v\":0.7},{\"k\":\"EyeLookUpRight\",\"v\":0.77},"
    "{\"k\":\"EyeSquintRight\",\"v\":0.84},{\"k\":\"EyeWideRight\",\"v\":0.91},"
    "{\"k\":\"JawForward\",\"v\":0.98},{\"k\":\"JawLeft\",\"v\":0.04},"
    "{\"k\":\"JawRight\",\"v\":0.11},{\"k\":\"JawOpen\",\"v\":0.18},"
    "{\"k\":\"MouthClose\",\"v\":0.25},{\"k\":\"MouthFunnel\",\"v\":0.32},"
    "{\"k\":\"MouthPucker\",\"v\":0.39},{\"k\":\"MouthLeft\",\"v\":0.46},"
    "{\"k\":\"MouthRight\",\"v\":0.53},{\"k\":\"MouthSmileLeft\",\"v\":0.6},"
    "{\"k\":\"MouthSmileRight\",\"v\":0.67},{\"k\":\"MouthFrownLeft\",\"v\":0.74},"
    "{\"k\":\"MouthFrownRight\",\"v\":0.81},{\"k\":\"MouthDimpleLeft\",\"v\":0.88},"
    "{\"k\":\"MouthDimpleRight\",\"v\":0.95},{\"k\":\"MouthStretchLeft\",\"v\":0.01},"
    "{\"k\":\"MouthStretchRight\",\"v\":0.08},{\"k\":\"MouthRollLower\",\"v\":0.15},"
    "{\"k\":\"MouthRollUpper\",\"v\":0.22},{\"k\":\"MouthShrugLower\",\"v\":0.29},"
    "{\"k\":\"MouthShrugUpper\",\"v\":0.36},{\"k\":\"MouthPressLeft\",\"v\":0.43},"
    "{\"k\":\"MouthPressRight\",\"v\":0.5},{\"k\":\"MouthLowerDownLeft\",\"v\":0.57},"
    "{\"k\":\"MouthLowerDownRight\",\"v\":0.64},"
    "{\"k\":\"MouthUpperUpLeft\",\"v\":0.71},"
    "{\"k\":\"MouthUpperUpRight\",\"v\":0.78},{\"k\":\"BrowDownLeft\",\"v\":0.85},"
    "{\"k\":\"BrowDownRight\",\"v\":0.92},{\"k\":\"BrowInnerUp\",\"v\":0.99},"
    "{\"k\":\"BrowOuterUpLeft\",\"v\":0.05},{\"k\":\"BrowOuterUpRight\",\"v\":0.12},"
    "{\"k\":\"CheekPuff\",\"v\":0.19},{\"k\":\"CheekSquintLeft\",\"v\":0.26},"
    "{\"k\":\"CheekSquintRight\",\"v\":0.33},{\"k\":\"NoseSneerLeft\",\"v\":0.4},"
    "{\"k\":\"NoseSneerRight\",\"v\":0.47},{\"k\":\"TongueOut\",\"v\":0.54}"
    "]}";

typedef int32_t reader(const void *bytes, size_t size, vrm_face *out);

/* A copy of exactly the size, so that reading past its end is seen. */
static int32_t read_copy(reader *read, const char *bytes, size_t size, vrm_face *out) {
    char *copy = malloc(size != 0 ? size : 1);
    int32_t result;
    memcpy(copy, bytes, size);
    result = read(copy, size, out);
    free(copy);
    return result;
}

static int32_t read_text(reader *read, const char *text, vrm_face *out) {
    return read_copy(read, text, strlen(text), out);
}

static vrm_quat turn(float x, float y, float z, float degrees) {
    return vrmi_quat_from_axis_angle(vrm_vec3_make(x, y, z), vrmi_radians(degrees));
}

static void check_face(const vrm_face *face) {
    const vrm_quat head = vrmi_quat_multiply(
        vrmi_quat_multiply(turn(0, 1, 0, -6.25f), turn(1, 0, 0, -21.5f)), turn(0, 0, 1, 4.5f));
    CHECK(face->is_found == 1 && face->shapes == VRM_FACE_BIT(VRM_FACE_SHAPE_COUNT) - 1);
    for (int i = 0; i < VRM_FACE_SHAPE_COUNT; ++i) {
        CHECK_NEAR(face->weights[i], (float)(7 * i % 101) / 100.0f, 1e-7);
    }
    CHECK_NEAR(vrmi_quat_dot(face->head, head), 1.0, 1e-6);
    CHECK((face->parts & VRM_FACE_HEAD) != 0 && (face->parts & VRM_FACE_EYES) != 0);
    CHECK(face->eye_yaw_degrees[0] == -1.5f && face->eye_yaw_degrees[1] == 2.5f);
    CHECK(face->eye_pitch_degrees[0] == 6.0f && face->eye_pitch_degrees[1] == 6.5f);
}

TEST(lv_022_a_packet_of_ifacialmocap) {
    char other[sizeof mocap];
    vrm_face face;
    REQUIRE(read_text(vrm_face_read_ifacialmocap, mocap, &face) == 1);
    check_face(&face);
    CHECK((face.parts & VRM_FACE_HEAD_POSITION) != 0);
    CHECK(face.head_position.x == -0.03f && face.head_position.z == -0.65f);
    /* The second version has & between names and numbers. */
    memcpy(other, mocap, sizeof mocap);
    for (char *c = other; *c != '='; ++c) {
        if (*c == '-') *c = '&';
    }
    REQUIRE(read_text(vrm_face_read_ifacialmocap, other, &face) == 1);
    check_face(&face);
    /* Some senders have no bar before the equal sign, or no position. */
    REQUIRE(read_text(vrm_face_read_ifacialmocap, "jawOpen-50=head#1,2,3|", &face) == 1);
    CHECK(face.weights[VRM_FACE_JAW_OPEN] == 0.5f && face.parts == VRM_FACE_HEAD);
    REQUIRE(read_text(vrm_face_read_ifacialmocap, "jawOpen-150|trackingStatus-0", &face) == 1);
    CHECK(face.weights[VRM_FACE_JAW_OPEN] == 1.0f && face.is_found == 0);
}

TEST(lv_022_wrong_packets_of_ifacialmocap) {
    static const char *const wrong[] = {"",
                                        "|",
                                        "|||===",
                                        "hello",
                                        "jawOpen",
                                        "jawOpen-",
                                        "jawOpen-x",
                                        "jawOpen-1x",
                                        "jawOpen-nan",
                                        "jawOpen-1e99",
                                        "jawOpen--",
                                        "=head#1,2",
                                        "=head#1,2,3,4",
                                        "=head#1,2,3,4,5,6,7",
                                        "=head#",
                                        "=head#1,2,nan",
                                        "=head#1,,3",
                                        "jawOpen-5|leftEye#1,2",
                                        "unknown-5|other#1,2,3",
                                        "jawOpen-5|rightEye#1,2,3,",
                                        "{\"FaceFound\":true}"};
    vrm_face face, before;
    memset(&face, 7, sizeof face);
    before = face;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        test_note("%s", wrong[i]);
        CHECK_INT(read_text(vrm_face_read_ifacialmocap, wrong[i], &face), 0);
        CHECK(memcmp(&face, &before, sizeof face) == 0);
    }
    test_note(NULL);
    CHECK_INT(vrm_face_read_ifacialmocap(NULL, 3, &face), 0);
    CHECK_INT(vrm_face_read_ifacialmocap(mocap, 10, NULL), 0);
    /* Every beginning of a packet is read without harm. */
    for (size_t size = 0; size < sizeof mocap; ++size) {
        read_copy(vrm_face_read_ifacialmocap, mocap, size, &face);
    }
}

TEST(lv_023_a_packet_of_vtube_studio) {
    vrm_face face;
    REQUIRE(read_text(vrm_face_read_vtube_studio, studio, &face) == 1);
    check_face(&face);
    REQUIRE(read_text(vrm_face_read_vtube_studio, " { \"FaceFound\" : false } \n", &face) == 1);
    CHECK(face.is_found == 0 && face.shapes == 0 && face.parts == 0);
    /* What is not known is skipped, whatever it is. */
    REQUIRE(
        read_text(vrm_face_read_vtube_studio,
                  "{\"x\":[[],{},{\"a\":[1,-2.5e-3,null,true,false,\"\\\"}\"]}],\"BlendShapes\":"
                  "[{\"v\":5e-1,\"k\":\"JawOpen\",\"z\":0},{\"k\":\"Unknown\",\"v\":1}]}",
                  &face) == 1);
    CHECK(face.shapes == VRM_FACE_BIT(VRM_FACE_JAW_OPEN));
    CHECK(face.weights[VRM_FACE_JAW_OPEN] == 0.5f && face.is_found == 1);
    /* One eye alone has no angles. */
    REQUIRE(read_text(vrm_face_read_vtube_studio, "{\"FaceFound\":true,\"EyeLeft\":{\"x\":1}}",
                      &face) == 1);
    CHECK_INT(face.parts, 0);
}

TEST(lv_023_wrong_packets_of_vtube_studio) {
    static const char *const wrong[] = {"",
                                        "{",
                                        "{}",
                                        "[]",
                                        "null",
                                        "true",
                                        "{\"a\":1}",
                                        "{\"FaceFound\":1}",
                                        "{\"FaceFound\":tru}",
                                        "{\"FaceFound\":true",
                                        "{\"FaceFound\":true}}",
                                        "{\"FaceFound\":true,}",
                                        "{\"FaceFound\"true}",
                                        "{\"BlendShapes\":{}}",
                                        "{\"BlendShapes\":[1]}",
                                        "{\"BlendShapes\":[{\"k\":\"JawOpen\"}]}",
                                        "{\"BlendShapes\":[{\"v\":1}]}",
                                        "{\"BlendShapes\":[{\"k\":1,\"v\":1}]}",
                                        "{\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":\"1\"}]}",
                                        "{\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":NaN}]}",
                                        "{\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":1e39}]}",
                                        "{\"BlendShapes\":[,]}",
                                        "{\"FaceFound\":true,\"Rotation\":{\"x\":\"1\"}}",
                                        "{\"FaceFound\":true,\"Rotation\":[1,2,3]}",
                                        "{\"FaceFound\":true,\"a\":[[[[[[[[[[1]]]]]]]]]]}",
                                        "{\"FaceFound\":true,\"a\":\"\\",
                                        "{\"a",
                                        "{\"a\tb\":1}"};
    vrm_face face, before;
    memset(&face, 7, sizeof face);
    before = face;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        test_note("%s", wrong[i]);
        CHECK_INT(read_text(vrm_face_read_vtube_studio, wrong[i], &face), 0);
        CHECK(memcmp(&face, &before, sizeof face) == 0);
    }
    test_note(NULL);
    for (size_t size = 0; size + 1 < sizeof studio; ++size) {
        CHECK_INT(read_copy(vrm_face_read_vtube_studio, studio, size, &face), 0);
    }
    CHECK_INT(vrm_face_read_vtube_studio(NULL, 3, &face), 0);
    CHECK_INT(vrm_face_read_vtube_studio(studio, 10, NULL), 0);
}

TEST(lv_022_numbers) {
    static const struct {
        const char *text;
        float value;
    } numbers[] = {{"0", 0.0f},
                   {"-0", 0.0f},
                   {"+7", 7.0f},
                   {"12.25", 12.25f},
                   {"1e1", 10.0f},
                   {"25e-1", 2.5f},
                   {"1E+1", 10.0f},
                   {"0.1", 0.1f},
                   {"16777217", 1e6f},
                   {"1e-400", 0.0f},
                   {"0.00000000000000000000000001", 1e-26f},
                   {"3.14159265358979323846", 3.14159265f}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        char packet[96];
        vrm_face face;
        test_note("%s", numbers[i].text);
        snprintf(packet, sizeof packet, "=head#0,0,0,%s,0,0", numbers[i].text);
        REQUIRE(read_text(vrm_face_read_ifacialmocap, packet, &face) == 1);
        if (strcmp(numbers[i].text, "16777217") == 0) {
            CHECK(face.head_position.x == 16777216.0f);
            continue;
        }
        CHECK_NEAR(face.head_position.x, numbers[i].value, 1e-6f * numbers[i].value);
    }
    test_note(NULL);
}

TEST(lv_022_a_head_by_a_matrix) {
    vrm_mat4 matrix = vrmi_mat4_identity();
    vrm_face face;
    vrm_face_init(&face);
    matrix.m[12] = 10.0f;
    REQUIRE(vrm_face_set_head(&face, &matrix) == 1);
    CHECK_NEAR(face.head.w, 1.0, 1e-6);
    CHECK_NEAR(face.head_position.x, 0.1, 1e-7);
    CHECK_INT(face.parts, VRM_FACE_HEAD | VRM_FACE_HEAD_POSITION);
    matrix.m[0] = 0.0f;
    CHECK_INT(vrm_face_set_head(&face, &matrix), 0);
    matrix.m[0] = 1.0f;
    matrix.m[13] = NAN;
    CHECK_INT(vrm_face_set_head(&face, &matrix), 0);
    CHECK_INT(vrm_face_set_head(NULL, &matrix), 0);
    CHECK_INT(vrm_face_set_head(&face, NULL), 0);
    CHECK_NEAR(face.head_position.x, 0.1, 1e-7);
}

TEST_SUITE(face_packets, ENTRY(lv_022_a_packet_of_ifacialmocap),
           ENTRY(lv_022_wrong_packets_of_ifacialmocap), ENTRY(lv_023_a_packet_of_vtube_studio),
           ENTRY(lv_023_wrong_packets_of_vtube_studio), ENTRY(lv_022_numbers),
           ENTRY(lv_022_a_head_by_a_matrix));
